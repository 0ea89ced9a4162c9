import type { Outcome, Run } from './simulate.js'

/** The failures of a run, and the command that repeats it with every event. */
export function describe({ seed, profile, without = [] }: Run, outcome: Outcome): string {
  const { violations, problems } = outcome
  const lines = [`seed ${seed}, profile ${profile}${without.map((rule) => `, without ${rule}`)}`]
  for (const problem of problems) lines.push(`problem: ${problem}`)
  const [violation] = violations
  if (violation !== undefined) {
    const { read, acknowledged, expected, reason } = violation
    lines.push(
      `${violations.length} wrong answers, the first: ${read.replica}, asked for facts ${read.facts} at ` +
        `${time(read.startMs)}, answered ${text(read.answer)} at ${time(read.endMs)}: ${reason}`,
      `state ${acknowledged} was acknowledged; by it the answer is ${text(expected)}`,
    )
  }
  const options = [`--seed ${seed}`, `--profile ${profile}`]
  const rules = without.map((rule) => `--without ${rule}`)
  const command = [...options, ...rules, '--trace'].join(' ')
  return [...lines, `again: npm run proofs -- simulation ${command}`].join('\n')
}

const time = (ms: number): string => `${ms.toFixed(2)} ms`
const text = (answer: unknown): string => JSON.stringify(answer)
