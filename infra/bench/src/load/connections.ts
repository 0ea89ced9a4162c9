import { type Connection, openConnection } from './connection.js'
import type { Target } from './get.js'

/**
 * A pool of connections, opened on demand.
 *
 * @param most maximum per server; further requests wait in FIFO order.
 */
export function createConnections(most: number) {
  const servers = new Map<string, ReturnType<typeof createPool>>()
  return {
    /** @returns the status; 0 if the connection failed. */
    ask: (target: Target): Promise<number> => {
      const { origin } = new URL(target.url)
      const pool = servers.get(origin) ?? createPool(origin, most)
      servers.set(origin, pool)
      return pool.ask(target)
    },
    close: (): void => {
      for (const { close } of servers.values()) close()
    },
  }
}

function createPool(origin: string, most: number) {
  const all = new Set<Connection>()
  const free: Connection[] = []
  const waiting: ((connection: Connection) => void)[] = []

  const open = (): Connection => {
    const connection = openConnection(origin)
    all.add(connection)
    return connection
  }
  const take = (): Connection | Promise<Connection> => {
    for (let found = free.pop(); found; found = free.pop()) {
      if (found.isOpen()) return found
      all.delete(found)
    }
    return all.size < most ? open() : new Promise((resolve) => waiting.push(resolve))
  }
  const giveBack = (connection: Connection): void => {
    if (!connection.isOpen()) all.delete(connection)
    const next = waiting.shift()
    if (next) next(connection.isOpen() ? connection : open())
    else if (connection.isOpen()) free.push(connection)
  }

  return {
    ask: async (target: Target): Promise<number> => {
      const connection = await take()
      try {
        return await connection.ask(target)
      } finally {
        giveBack(connection)
      }
    },
    close: (): void => {
      for (const { close } of all) close()
    },
  }
}
