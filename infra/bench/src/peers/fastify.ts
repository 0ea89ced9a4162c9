import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startNodePeer } from './node-peer.js'
import type { Peer } from './peer.js'
import type { Served } from './served.js'

export async function startFastify(served: Served, folder: string): Promise<Peer> {
  const file = join(folder, 'served.json')
  await writeFile(file, JSON.stringify(served))
  return startNodePeer('fastify', file, folder)
}
