import { backends } from '@vitrine/testing'
import { createFaultProxy, type Fault } from '@vitrine/testing/fault-proxy'
import type { Test } from 'tap'

const faults = {
  open: { kind: 'none' },
  mute: { kind: 'swallow' },
  cut: { kind: 'cut' },
} as const satisfies Record<string, Fault>

/** A connection to the object store that can be made to fail. */
export async function linkToStore(t: Test) {
  const { hostname, port } = new URL(backends().s3.endpoint)
  const proxy = await createFaultProxy({ target: { host: hostname, port: Number(port) } })
  t.teardown(proxy.close)
  return {
    /** S3_ENDPOINT of an app that is to use it. */
    endpoint: `http://127.0.0.1:${proxy.port}`,
    /** Connections that were opened. */
    connections: proxy.connections,
    /** `mute`: connections are accepted but not answered. `cut`: all connections are reset. */
    set: (state: keyof typeof faults): void => proxy.set(faults[state]),
    /** From now on a connection breaks after this many more bytes were received on it. */
    cutAfter: (bytes: number): void =>
      proxy.set({ kind: 'cut-after', bytes, direction: 'toClient' }),
  }
}
