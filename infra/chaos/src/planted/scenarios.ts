import type { Rule } from '@vitrine/proofs'
import { readerScenarios } from './reader.js'
import { redisValidatorScenarios } from './redis-validator.js'
import { replicaScenarios } from './replica.js'
import type { Scenario } from './scenario.js'
import { writerScenarios } from './writer.js'

export const scenarios: readonly Scenario[] = [
  ...replicaScenarios,
  ...readerScenarios,
  ...writerScenarios,
  ...redisValidatorScenarios,
]

/** Rules that only the simulation can test, and why real processes on one machine cannot. */
export const notShown: Partial<Record<Rule, string>> = {
  'suspended-clock': 'only a suspended machine has a monotonic clock that stands still',
  'fill-not-behind': 'this stack has no read replica of Postgres that could lag behind',
  'end-lease-before-leave':
    'a replica leaves the register after its last connection was closed: it gets no requests',
}
