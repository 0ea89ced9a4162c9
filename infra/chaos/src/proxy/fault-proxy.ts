import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@vitrine/local/programs'
import { type Connection, createConnection } from './connection.js'
import { type Direction, type Fault, none } from './fault.js'

type FaultProxyOptions = {
  target: { host: string; port: number }
  /** Within [0, 1), for jitter. */
  random?: () => number
}

/** A fault that starts when a text passes. */
type Trap = {
  direction: Direction
  /** It must lie within one chunk, as a short statement or command does. */
  text: string
  /** Applies to the chunk with the text as well. */
  fault: Fault
}

const trials = 100
const trialMs = 20

/** Another process may take a port while the proxy does not listen on it. */
async function tried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let trial = 1; ; trial += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (trial === trials) throw error
      await sleep(trialMs)
    }
  }
}

/** A TCP proxy on a free port of 127.0.0.1 whose link to the target can be made to fail. */
export async function createFaultProxy({ target, random = Math.random }: FaultProxyOptions) {
  let fault: Fault = none
  const connections = new Set<Connection>()
  const traps = new Map<Trap, () => void>()

  const onChunk = (direction: Direction, chunk: Buffer): void => {
    for (const [trap, spring] of traps) {
      if (trap.direction === direction && chunk.includes(trap.text)) {
        traps.delete(trap)
        setFault(trap.fault)
        spring()
      }
    }
  }
  const server = createServer({ allowHalfOpen: true }, (client: Socket) => {
    const connection: Connection = createConnection({
      client,
      target,
      fault,
      onChunk,
      random,
      onClose: () => connections.delete(connection),
    })
    connections.add(connection)
  })
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve((server.address() as { port: number }).port)
      })
    })
  // Not a port of outgoing connections: one of those could use it, for long, while the link is cut.
  const port = await tried(async () => listen(await findFreePort()))

  function setFault(next: Fault): void {
    fault = next
    if (next.kind === 'cut' && server.listening) server.close()
    for (const connection of [...connections]) connection.setFault(next)
  }

  return {
    /** On 127.0.0.1. It never changes. */
    port,
    /** Applies at once, also to existing connections. */
    set: async (next: Fault): Promise<void> => {
      setFault(next)
      if (next.kind === 'cut') return
      await tried(async () => (server.listening ? port : listen(port)))
    },
    /** Resolves when the text has passed; rejects when aborted. */
    trap: (trap: Trap, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        traps.set(trap, resolve)
        signal?.addEventListener('abort', () => {
          traps.delete(trap)
          reject(new Error(`"${trap.text}" was not seen ${trap.direction}`))
        })
      }),
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of [...connections]) connection.reset()
      await closed
    },
  }
}

export type FaultProxy = Awaited<ReturnType<typeof createFaultProxy>>
