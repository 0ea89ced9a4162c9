import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** A loopback port for a name: the same as at the previous start, if it is still free. */
export type PortBook = (name: string) => Promise<number>

export function createPortBook(file: string): PortBook {
  const remembered = readPorts(file)
  const given = new Map<string, number>()
  return async (name) => {
    const port = await choosePort(remembered[name], new Set(given.values()))
    given.set(name, port)
    writeFileSync(file, JSON.stringify({ ...remembered, ...Object.fromEntries(given) }, null, 2))
    return port
  }
}

/**
 * Below the ports that Linux, macOS and Windows give to outgoing connections. One of those could be in
 * use again before a server listens on it.
 */
const lowestPort = 10_000
const highestPort = 32_767
const mostTries = 200

/** @throws if no port is free. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = await bind(randomInt(lowestPort, highestPort + 1))
    if (port !== null) return port
  }
  throw new Error(`no free port from ${lowestPort} to ${highestPort} on 127.0.0.1`)
}

async function choosePort(former: number | undefined, taken: Set<number>): Promise<number> {
  if (former !== undefined && !taken.has(former) && (await bind(former)) !== null) return former
  for (;;) {
    const port = await findFreePort()
    if (!taken.has(port)) return port
  }
}

/** Binds and closes a port; returns it, or null if it is not available. */
function bind(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : null
      server.close(() => resolve(bound))
    })
  })
}

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {} // Ports are a convenience: without the file, new ones are chosen.
  }
}
