import { linksOf, type Nemesis, seconds } from './nemesis.js'

export const backendNemeses: readonly Nemesis[] = [
  {
    name: 'redis-flushed',
    strike: async ({ backends }, lasting) => {
      for (let i = 0; i < lasting * 5; i += 1) {
        await backends.redis('FLUSHALL')
        await seconds(0.2)
      }
    },
  },
  {
    name: 'redis-restarted',
    strike: ({ backends }) => backends.restart('redis', 'SIGTERM'),
  },
  {
    name: 'redis-old-dump',
    strike: async ({ backends }) => {
      await backends.redis('SAVE')
      await seconds(2)
      await backends.restart('redis', 'SIGKILL')
      await seconds(2)
      // Otherwise every later start would load that dump again.
      await backends.redis('FLUSHALL')
      await backends.redis('SAVE')
    },
  },
  {
    name: 'postgres-stopped-fast',
    strike: ({ backends }) => backends.restart('postgres', 'SIGINT'),
  },
  {
    name: 'postgres-stopped-immediately',
    strike: ({ backends }) => backends.restart('postgres', 'SIGQUIT'),
  },
  {
    name: 'store-stopped',
    strike: ({ backends }) => backends.restart('s3', 'SIGKILL'),
  },
  {
    name: 'postgres-and-redis-stopped',
    strike: async ({ backends }) => {
      await Promise.all([
        backends.restart('postgres', 'SIGQUIT'),
        backends.restart('redis', 'SIGKILL'),
      ])
    },
  },
  {
    name: 'postgres-stopped-redis-flushed',
    strike: async ({ backends }) => {
      const back = backends.restart('postgres', 'SIGINT')
      await seconds(3.5)
      await backends.redis('FLUSHALL')
      await back
    },
  },
  {
    name: 'postgres-stopped-redis-old-dump',
    strike: async ({ backends }) => {
      await backends.redis('SAVE')
      await seconds(1)
      await Promise.all([
        backends.restart('postgres', 'SIGINT'),
        backends.restart('redis', 'SIGKILL'),
      ])
      await backends.redis('FLUSHALL')
      await backends.redis('SAVE')
    },
  },
  {
    name: 'every-redis-link-flaps',
    strike: async (stack, lasting) => {
      const links = linksOf(stack, 'redis')
      for (let i = 0; i < lasting; i += 1) {
        for (const link of links) await link.set({ kind: i % 2 === 0 ? 'cut' : 'swallow' })
        await seconds(0.5)
        for (const link of links) await link.set({ kind: 'none' })
        await seconds(0.5)
      }
    },
  },
]
