import type { Fault } from '@vitrine/testing/fault-proxy'
import type { PrivateBackends } from '../stack/backends.js'
import type { Links, Member } from '../stack/member.js'
import type { Stack } from '../stack/stack.js'
import { during, member, type Nemesis, seconds } from './nemesis.js'
import { storm } from './storm.js'

/** Longer than a lease and the time after which a writer fences. */
const stopSeconds = 5
const restartAfterSeconds = 1

const cut: Fault = { kind: 'cut' }
const halfOpen: Fault = { kind: 'swallow' }
const unanswered: Fault = { kind: 'swallow', direction: 'toClient' }
const slow: Fault = { kind: 'delay', ms: 50, jitterMs: 100 }

/** A process dies after a commit, before it has notified anyone. */
async function dieAfterCommit(victim: Member): Promise<void> {
  const { postgres, redis } = victim.links
  // The commit reaches Postgres. Its answer and all notifications are swallowed, then the process
  // is killed.
  await postgres.trap({ direction: 'toServer', text: 'COMMIT', fault: unanswered })
  await during([redis], cut, () => victim.kill())
  postgres.set({ kind: 'none' })
  await victim.start()
}

/** Redis loses everything since its last dump, and does so only once. */
async function restoreOldDump(
  { redis, restart }: PrivateBackends,
  beforeRestart: () => Promise<unknown>,
): Promise<void> {
  await redis('SAVE')
  await beforeRestart()
  await restart('redis', 'SIGKILL')
  await seconds(1)
  // Otherwise every later start would load that dump again.
  await redis('FLUSHALL')
  await redis('SAVE')
}

const onLinks = (name: string, fault: Fault, linksOf: (stack: Stack) => Links[keyof Links][]) => ({
  name,
  strike: (stack: Stack, lasting: number) => during(linksOf(stack), fault, () => seconds(lasting)),
})

const firstReplica = ({ replicas }: Stack) => member(replicas, 0).links
const ofManagers = (link: keyof Links) => (stack: Stack) =>
  stack.managers.map(({ links }) => links[link])

/** Faults that must hit at a certain moment or last longer than a lease. The storm adds all others at random. */
export const nemeses: readonly Nemesis[] = [
  {
    name: 'replica-stopped',
    strike: async ({ replicas }) => {
      const victim = member(replicas, 0)
      victim.pause()
      await seconds(stopSeconds)
      victim.resume()
      await seconds(1)
    },
  },
  {
    name: 'replica-killed',
    strike: async ({ replicas }) => {
      const victim = member(replicas, 1)
      await victim.kill()
      await seconds(restartAfterSeconds)
      await victim.start()
    },
  },
  {
    name: 'replica-ended',
    strike: async ({ replicas }) => {
      const victim = member(replicas, 2)
      await victim.end()
      await victim.start()
    },
  },
  {
    name: 'manager-killed-after-commit',
    strike: async ({ managers }) => {
      for (const victim of managers) await dieAfterCommit(victim)
    },
  },
  {
    name: 'redis-old-dump',
    strike: ({ backends }) => restoreOldDump(backends, () => seconds(2)),
  },
  {
    name: 'postgres-stopped-immediately',
    strike: ({ backends }) => backends.restart('postgres', 'SIGQUIT'),
  },
  { name: 'store-stopped', strike: ({ backends }) => backends.restart('s3', 'SIGKILL') },
  {
    name: 'postgres-and-redis-stopped',
    strike: async ({ backends }) => {
      const stopped = backends.restart('postgres', 'SIGQUIT')
      await Promise.all([stopped, backends.restart('redis', 'SIGKILL')])
    },
  },
  {
    name: 'postgres-stopped-redis-old-dump',
    strike: async ({ backends }) => {
      const stopped = backends.restart('postgres', 'SIGINT')
      await Promise.all([stopped, restoreOldDump(backends, () => seconds(1))])
    },
  },
  onLinks('redis-link-half-open', halfOpen, (stack) => [firstReplica(stack).redis]),
  onLinks('postgres-link-held', { kind: 'hold' }, (stack) => [firstReplica(stack).postgres]),
  onLinks('managers-redis-link-cut', cut, ofManagers('redis')),
  onLinks('managers-postgres-link-unanswered', unanswered, ofManagers('postgres')),
  onLinks('replica-cut-off-half-open', halfOpen, (stack) => Object.values(firstReplica(stack))),
  onLinks('links-slow', slow, ({ managers, replicas }) =>
    [...managers, ...replicas].flatMap(({ links }) => [links.redis, links.postgres]),
  ),
  onLinks('postgres-link-cut-managers-redis-cut', cut, (stack) => [
    firstReplica(stack).postgres,
    ...ofManagers('redis')(stack),
  ]),
  {
    name: 'postgres-link-cut-redis-old-dump',
    strike: (stack) =>
      during([firstReplica(stack).postgres], cut, () =>
        restoreOldDump(stack.backends, () => seconds(1)),
      ),
  },
  storm,
]
