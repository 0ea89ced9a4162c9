import type { Fault } from '@vitrine/testing/fault-proxy'
import { during, member, seconds } from '../chaos/nemesis.js'
import type { Stack } from '../stack/stack.js'
import type { Front, OpenFront } from './front.js'

type Parts = { stack: Stack; front: Front; cache: OpenFront }

type CacheFault = {
  name: string
  /** Does harm for some seconds and undoes it. */
  strike: (parts: Parts) => Promise<unknown>
}

const lasting = 3
/** Longer than a lease and the time after which a writer fences. */
const beyondLease = 5
const purgeLimitMs = 20_000

const onPurges = (name: string, fault: Fault): CacheFault => ({
  name,
  strike: ({ front }) => during([front.purges], fault, () => seconds(lasting)),
})

/** Ends every manager when the next purge is sent: its change is committed, and is not purged. */
async function killBeforePurge({ stack: { managers }, front: { purges } }: Parts): Promise<void> {
  const fault = { kind: 'swallow' } as const
  const limit = AbortSignal.timeout(purgeLimitMs)
  // If none is sent in this time, answers are stale, and the judgement says so.
  await purges.trap({ direction: 'toServer', text: 'PURGE', fault }, limit).catch(() => undefined)
  await Promise.all(managers.map((manager) => manager.kill()))
  purges.set({ kind: 'none' })
  await Promise.all(managers.map((manager) => manager.start()))
}

export const faults: readonly CacheFault[] = [
  { name: 'none', strike: () => seconds(lasting) },
  onPurges('purges-slow', { kind: 'delay', ms: 100, jitterMs: 300 }),
  onPurges('purges-refused', { kind: 'cut' }),
  onPurges('purges-unanswered', { kind: 'swallow' }),
  onPurges('answers-of-purges-lost', { kind: 'swallow', direction: 'toClient' }),
  { name: 'cache-restarted', strike: ({ cache }) => cache.restart() },
  { name: 'managers-killed-before-purge', strike: killBeforePurge },
  { name: 'answers-held', strike: ({ cache }) => cache.hold(() => seconds(lasting)) },
  {
    name: 'replica-stopped',
    strike: async ({ stack }) => {
      const victim = member(stack.replicas, 0)
      victim.pause()
      await seconds(beyondLease)
      victim.resume()
      await seconds(1)
    },
  },
  {
    name: 'replica-without-postgres',
    strike: ({ stack }) =>
      during([member(stack.replicas, 1).links.postgres], { kind: 'cut' }, () =>
        seconds(2 * beyondLease),
      ),
  },
]
