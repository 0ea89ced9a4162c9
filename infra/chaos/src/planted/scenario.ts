import type { Rule } from '@vitrine/proofs'
import type { ScenarioFixture, TestWidget } from './fixture.js'

/** The shortest way to a stale answer of processes that lack one rule. */
export type Scenario = {
  rule: Rule
  /** What happens, in a few words. */
  how: string
  /** How many of each it takes; one, if left out. */
  replicas?: 1 | 2
  managers?: 1 | 2
  /** @returns what was shown: its history tells whether an answer was stale. */
  play: (fixture: ScenarioFixture) => Promise<TestWidget[]>
}
