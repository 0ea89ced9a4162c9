import { join } from 'node:path'
import { findFreePort } from '@vitrine/local/programs'
import { startVarnish } from '@vitrine/local/varnish'
import { createFaultProxy, type Fault } from '@vitrine/testing/fault-proxy'
import type { Member } from '../stack/member.js'

/** Of the links from the replicas. While an answer is on its way, changes are made and purged. */
const late: Fault = { kind: 'delay', ms: 0, jitterMs: 400, direction: 'toClient' }

const token = 'allows-purges-during-proofs'

/** Varnish before the replicas, with a link for purges and one to each replica that can be made to fail. */
export async function createFront({ program, folder }: { program: string; folder: string }) {
  const port = await findFreePort()
  const purges = await createFaultProxy({ target: { host: '127.0.0.1', port } })

  return {
    url: `http://127.0.0.1:${port}`,
    purges,
    /** Of both services. */
    settings: {
      CDN_PURGE: 'varnish',
      CDN_PURGE_URL: `http://127.0.0.1:${purges.port}`,
      CDN_PURGE_TOKEN: token,
    },
    close: () => purges.close(),
    /** Starts Varnish before these replicas, which keep their addresses while it runs. */
    open: async (replicas: readonly Member[]) => {
      const links = await Promise.all(
        replicas.map((replica) => {
          const target = { host: '127.0.0.1', port: Number(new URL(replica.url()).port) }
          return createFaultProxy({ target })
        }),
      )
      for (const link of links) link.set(late)
      const backends = links.map((link) => link.port)
      const start = () =>
        startVarnish({ program, folder: join(folder, 'varnish'), port, backends, token })
      let running = await start()
      return {
        /** No answer of the first replica arrives while `lasting` runs. Then all do. */
        hold: async (lasting: () => Promise<unknown>): Promise<void> => {
          links[0]?.set({ kind: 'hold', direction: 'toClient' })
          await lasting()
          links[0]?.set(late)
        },
        /** It loses what it has kept. */
        restart: async (): Promise<void> => {
          await running.stop()
          running = await start()
        },
        close: async (): Promise<void> => {
          await running.stop()
          await Promise.all(links.map((link) => link.close()))
        },
      }
    },
  }
}

export type Front = Awaited<ReturnType<typeof createFront>>
export type OpenFront = Awaited<ReturnType<Front['open']>>
