import type { Outcome, Run } from '../simulate.js'
import type { History } from './history.js'

/** How much of the time before a wrong read is shown, ms. */
const lookBackMs = 1500

export const isClean = ({ violations, problems }: Outcome): boolean =>
  violations.length === 0 && problems.length === 0

/** The failures of a run, the events before them, and the command that repeats it. */
export function describe(run: Run, outcome: Outcome): string {
  const { violations, problems, history } = outcome
  const lines = [`seed ${run.seed}, profile ${run.profile}${leftOut(run)}`]
  for (const problem of problems) lines.push(`  problem: ${problem}`)
  const [violation] = violations
  if (violation !== undefined) {
    const { read, acknowledged, expected, reason } = violation
    lines.push(
      `  ${violations.length} wrong answers, the first: ${read.replica}, asked for facts ${read.facts} at ` +
        `${time(read.startMs)}, answered ${text(read.answer)} at ${time(read.endMs)}: ${reason}`,
      `  state ${acknowledged} was acknowledged; by it the answer is ${text(expected)}`,
      ...around(history, read.startMs).map((line) => `    ${line}`),
    )
  }
  lines.push(`  again: ${command(run)}`)
  return lines.join('\n')
}

const leftOut = ({ without = [] }: Run): string =>
  without.length === 0 ? '' : `, without ${without.join(', ')}`

const command = ({ seed, profile, without = [] }: Run): string =>
  [
    `npm run simulate -- --seed ${seed} --profile ${profile}`,
    ...without.map((rule) => `--without ${rule}`),
    '--trace',
  ].join(' ')

function around({ reads, acks }: History, untilMs: number): string[] {
  const isNear = (ms: number) => ms <= untilMs && ms > untilMs - lookBackMs
  const events = [
    ...acks.map(({ ms, writer, head }) => ({ ms, what: `${writer} acknowledges ${head}` })),
    ...reads.map(({ startMs, replica, facts, answer }) => ({
      ms: startMs,
      what: `${replica} is asked for ${facts}, answers ${text(answer)}`,
    })),
  ]
  return events
    .filter(({ ms }) => isNear(ms))
    .sort((left, right) => left.ms - right.ms)
    .map(({ ms, what }) => `${time(ms)} ${what}`)
}

const time = (ms: number): string => `${ms.toFixed(2)} ms`
const text = (answer: unknown): string => JSON.stringify(answer)
