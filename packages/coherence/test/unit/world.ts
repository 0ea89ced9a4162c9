import { type ChangeMessage, encodeChange } from '@vitrine/contracts'
import { createReader, type Snapshot } from '../../src/index.js'

/** A database with a log, a Redis that does as it is told, and any number of replicas. */
export function createWorld() {
  const rows = new Map<string, string>()
  const changes: ChangeMessage[] = []
  const stored = new Map<string, string>()
  const subscribers: ((message: string) => void)[] = []
  const world = {
    rows,
    changes,
    stored,
    fills: 0,
    down: false,
    busLoses: false,
    head: () => BigInt(changes.at(-1)?.seq ?? 0n),
    /** A committed change to a row, with its tag. */
    write: (key: string, value: string) => {
      rows.set(key, value)
      const change = { seq: world.head() + 1n, tags: [`tag:${key}`] }
      changes.push(change)
      if (!world.busLoses) for (const hear of subscribers) hear(encodeChange(change))
      return change
    },
    log: {
      since: async (after: bigint, limit: number) => {
        if (world.down) throw new Error('the database is down')
        return {
          head: world.head(),
          changes: changes.filter(({ seq }) => seq > after).slice(0, limit),
        }
      },
    },
    entries: {
      get: async (key: string) => stored.get(key) ?? null,
      set: async (key: string, value: string) => stored.set(key, value),
    },
    bus: {
      publish: async () => undefined,
      subscribe: (onMessage: (message: string) => void) => {
        subscribers.push(onMessage)
      },
    },
    snapshot: (key: string): Snapshot<string | null> => ({
      value: rows.get(key) ?? null,
      tags: [`tag:${key}`],
      asOf: world.head(),
    }),
    fill: (key: string) => async () => {
      world.fills += 1
      return world.snapshot(key)
    },
    replica: (maxFloors = 1000) => {
      const reader = createReader({ ...world, ttlSeconds: 60, maxFloors })
      return { read: (key: string) => reader.read(key, world.fill(key)), reader }
    },
  }
  return world
}
