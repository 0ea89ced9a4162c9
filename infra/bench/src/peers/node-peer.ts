import { fileURLToPath } from 'node:url'
import { findFreePort } from '@vitrine/local/programs'
import { type Peer, startPeer } from './peer.js'

/** Runs a program of this folder in a separate Node process, like our services. */
export async function startNodePeer(
  name: 'fastify' | 'ipx',
  argument: string,
  folder: string,
): Promise<Peer> {
  const { PATH, HOME, TZ } = process.env
  const port = await findFreePort()
  return startPeer({
    port,
    folder,
    program: {
      name,
      command: process.execPath,
      args: [fileURLToPath(new URL(`./${name}-program.js`, import.meta.url)), argument],
      env: { PATH, HOME, TZ, HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' },
    },
  })
}
