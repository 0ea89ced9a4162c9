import type { Rule } from '@vitrine/proofs'
import type { ScenarioFixture, TestWidget } from './fixture.js'

/** The shortest way to a stale read from processes that run without one rule. */
export type Scenario = {
  rule: Rule
  /** A description for the report. */
  how: string
  /** How many of each it needs; one if omitted. */
  replicas?: 1 | 2
  managers?: 1 | 2
  /** @returns the widgets whose histories are checked for stale reads. */
  play: (fixture: ScenarioFixture) => Promise<TestWidget[]>
}
