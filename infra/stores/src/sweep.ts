import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@vitrine/database'

const removals = ['remove-objects', 'remove-assets', 'discard-upload']

const limitMs = 300_000
/** A running job is due again only after a minute: it is not touched. */
const leaseSeconds = 61

/**
 * Makes every removal due now, including second removals, which are scheduled for much later, and
 * waits until all are done.
 *
 * @throws if some are left after five minutes.
 */
export async function sweep(database: Database): Promise<void> {
  // This includes jobs of killed workers. A job may run twice.
  await database.$executeRaw`UPDATE jobs SET run_at = now() WHERE kind = ANY(${removals})`
  const deadline = performance.now() + limitMs
  for (;;) {
    const left = await database.job.count({ where: { kind: { in: removals } } })
    if (left === 0) return
    if (performance.now() > deadline) throw new Error(`${left} removals are not done`)
    await database.$executeRaw`
      UPDATE jobs SET run_at = now() WHERE kind = ANY(${removals})
        AND run_at > now() + ${leaseSeconds} * interval '1 second'`
    await sleep(500)
  }
}
