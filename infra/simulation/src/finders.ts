import type { Rule } from '@vitrine/proofs'
import type { ProfileName } from './faults/profiles.js'

/** The profile that finds each planted bug soonest. */
export const finders = {
  'apply-without-gap': 'redis',
  'apply-before-ack': 'redis',
  lease: 'processes',
  'lease-from-send': 'processes',
  'load-after-register': 'processes',
  'fenced-for-good': 'postgres',
  'end-lease-before-leave': 'processes',
  'suspended-clock': 'processes',
  'floors-in-memory': 'redis',
  'floors-in-store': 'redis',
  'floors-in-flight': 'postgres',
  'fill-not-behind': 'postgres',
  'wait-for-acks': 'redis',
  'read-register-after-commit': 'postgres',
  'fence-after-lease': 'redis',
  'fence-as-observed': 'redis',
  'settle-no-op-writes': 'redis',
  'copy-of-same-identity': 'validated',
  'copy-after-fence': 'validated',
} as const satisfies Record<Rule, ProfileName>

/** How many seeds may be needed to find one. */
export const maxSeedsToFind = 2000
