import { readFile } from 'node:fs/promises'
import type { Context, Result } from '../../proof.js'
import type { ProfileName } from '../faults/profiles.js'
import { countStale, type Margin } from '../margins.js'
import type { Pool } from '../run-seeds.js'
import { type Rule, rules } from './bugs.js'

/** The profile that finds each planted bug soonest, or the margin that shows it. */
const finders = {
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
  // The margin is wider than the clocks drift in the time of a seeded run.
  'grace-margin': { suspendedMs: 0, graceMs: 60_000 },
  'settle-no-op-writes': 'redis',
  'copy-of-same-identity': 'validated',
  'copy-after-fence': 'validated',
  'wait-for-caches': 'caches',
  'purge-after-rest': 'caches',
  'break-off-answers': 'caches',
  'keep-if-current': 'caches',
  'keep-by-lease': 'caches',
  'rest-before-leave': 'caches',
  'advance-after-purge': 'caches',
  'purge-what-was-pruned': 'caches',
} as const satisfies Record<Rule, ProfileName | Margin>

/** How many seeds may be needed to find one. */
const maxSeeds = 2000

/** A wrong read must be found without each rule. */
export async function findPlanted(pool: Pool, { log, signal }: Context): Promise<Result> {
  const failures = await findUndocumented()
  let passed = 0
  for (const rule of rules) {
    signal.throwIfAborted()
    const seeds = await search(pool, rule)
    log(`  without ${rule}: ${seeds === null ? 'nothing found' : `found in ${seeds} runs`}`)
    if (seeds === null) failures.push(`no wrong read is found without the rule ${rule}`)
    else passed += 1
  }
  return { passed, failures }
}

/** @returns after how many runs; null if it is not found. */
async function search(pool: Pool, rule: Rule): Promise<number | null> {
  const finder = finders[rule]
  if (typeof finder === 'object') {
    return (await countStale({ ...finder, without: [rule] })) > 0 ? 1 : null
  }
  const { done, failures } = await pool.run({
    firstSeed: 0,
    seeds: maxSeeds,
    profile: finder,
    without: [rule],
    isEnough: (failures) => failures.some(({ isStale }) => isStale),
  })
  return failures.some(({ isStale }) => isStale) ? done : null
}

async function findUndocumented(): Promise<string[]> {
  const readme = new URL('../README.md', import.meta.resolve('@vitrine/coherence'))
  const named = [...(await readFile(readme, 'utf8')).matchAll(/^\| `([a-z-]+)` +\|/gm)]
  const documented = named.map(([, name]) => name)
  const isSame = documented.toSorted().join() === rules.toSorted().join()
  return isSame ? [] : ['the rules of packages/coherence/README.md are not those of bugs.ts']
}
