import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.js'
import type { RedisGroup } from './redis.js'

export type Failover = {
  name: string
  /** Does the harm. @returns what makes the group whole again; call it when the writes are back. */
  strike: () => Promise<() => Promise<void>>
}

/** Longer than a leader keeps its key without renewing it. */
const frozenMs = 30_000

export const postgresFailovers = (cluster: Cluster): readonly Failover[] => [
  {
    name: 'leader-lost',
    strike: async () => {
      const leader = await cluster.withRole('leader')
      await cluster.killMachine(leader)
      return async () => {
        await cluster.revive(leader)
        await cluster.untilWhole()
      }
    },
  },
  {
    name: 'leader-frozen',
    strike: async () => {
      const leader = await cluster.withRole('leader')
      const thaw = cluster.freeze(leader)
      const thawed = sleep(frozenMs).then(thaw)
      return async () => {
        await thawed
        await cluster.untilWhole()
      }
    },
  },
  {
    name: 'postgres-crashed',
    strike: async () => {
      cluster.killServer(await cluster.withRole('leader'))
      return () => cluster.untilWhole()
    },
  },
  {
    name: 'standby-frozen',
    strike: async () => {
      const standby = await cluster.withRole('sync_standby')
      const thaw = cluster.freeze(standby)
      return async () => {
        thaw()
        await cluster.untilWhole()
      }
    },
  },
]

export const redisFailovers = (redis: RedisGroup): readonly Failover[] => [
  {
    name: 'redis-primary-lost',
    strike: async () => {
      const machine = await redis.primary()
      await redis.kill(machine)
      await redis.primary()
      return async () => {
        await redis.revive(machine)
        await redis.untilWhole()
      }
    },
  },
]
