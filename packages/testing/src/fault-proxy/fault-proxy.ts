import { createServer, type Socket } from 'node:net'
import { type Connection, createConnection } from './connection.js'
import { type Direction, type Fault, none } from './fault.js'

export { type Fault, none } from './fault.js'

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

/** A TCP proxy on a free port of 127.0.0.1 whose link to the target can be made to fail. */
export async function createFaultProxy({ target, random = Math.random }: FaultProxyOptions) {
  let fault: Fault = none
  let opened = 0
  const connections = new Set<Connection>()
  const traps = new Map<Trap, () => void>()

  const setFault = (next: Fault): void => {
    fault = next
    for (const connection of [...connections]) connection.setFault(next)
  }
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
    opened += 1
    if (fault.kind === 'cut') {
      client.on('error', () => undefined).resetAndDestroy()
      return
    }
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
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })

  return {
    /** On 127.0.0.1. It listens during every fault, so no other process can take it. */
    port,
    /** How many connections were opened so far. */
    connections: (): number => opened,
    /** Applies at once, also to existing connections. */
    set: setFault,
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
