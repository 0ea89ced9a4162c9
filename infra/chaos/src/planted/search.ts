import type { Rule } from '@vitrine/proofs'
import { check, type Violation } from '../history/check.js'
import type { PrivateBackends } from '../stack/backends.js'
import { type Stack, type StackOptions, startStack } from '../stack/stack.js'
import { createScenarioFixture, type TestWidget } from './fixture.js'
import type { Scenario } from './scenario.js'

export type Finding = {
  rule: Rule
  how: string
  rounds: number
  /** From the start of the first round to the end of the last one. */
  seconds: number
  stale: readonly Violation[]
  /** Acknowledgements that these answers contradict. */
  untrueAcknowledgements: number
}

const limitMs = 120_000

/** Longer than any scenario holds back an answer of Postgres. */
const settings = { DATABASE_TIMEOUT_MS: '5000' }

export async function onStack<Result>(
  backends: PrivateBackends,
  options: Pick<StackOptions, 'replicas' | 'managers' | 'without'>,
  use: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const stack = await startStack(backends, { ...options, settings })
  try {
    return await use(stack)
  } finally {
    // Otherwise the writers of the next stack would wait for these replicas to be fenced.
    await Promise.all(stack.replicas.map((replica) => replica.end()))
    await stack.dispose()
  }
}

/** Plays a scenario, at most `rounds` times, until an answer is stale. */
export async function search(
  { rule, how, play }: Scenario,
  { stack, rounds }: { stack: Stack; rounds: number },
): Promise<Finding> {
  const fixture = await createScenarioFixture(stack, AbortSignal.timeout(limitMs))
  const startMs = performance.now()
  const played = { rounds: 0, stale: [] as Violation[], untrueAcknowledgements: 0 }
  while (played.rounds < rounds && played.stale.length === 0) {
    played.rounds += 1
    const answers = (await play(fixture)).map(staleAnswers)
    played.stale = answers.flat()
    played.untrueAcknowledgements = answers.filter(({ length }) => length > 0).length
  }
  fixture.close()
  return { rule, how, ...played, seconds: (performance.now() - startMs) / 1000 }
}

/** The same on a stack of its own, whose processes run without the scenario's rule. */
export const searchWithout = (
  scenario: Scenario,
  { backends, rounds }: { backends: PrivateBackends; rounds: number },
): Promise<Finding> => {
  const { rule, replicas = 1, managers = 1 } = scenario
  return onStack(backends, { replicas, managers, without: [rule] }, (stack) =>
    search(scenario, { stack, rounds }),
  )
}

const staleAnswers = ({ name, writes, reads }: TestWidget): Violation[] =>
  check({ subject: name, writes, reads }).filter(({ kind }) => kind === 'stale')
