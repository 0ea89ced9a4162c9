import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRight, type Target } from '../get.js'
import type { Images } from '../images/fixture.js'
import { measureThroughput, type Throughput } from '../load.js'
import type { Served } from '../peers/fastify-program.js'
import { startPeer } from '../peers/peer.js'
import { inTurns } from '../rounds.js'
import type { Bar, Line } from '../table.js'

/** A process with more code takes longer until all hot functions are compiled. */
const warmUpSeconds = 5

/**
 * CPU time of an answer by that of a bare Fastify. Ours checks the lease, the key and two rate counters, and measures and logs
 * the request.
 */
const bar: Bar = { of: 'ratio', atMost: 1.8 }

/** A published widget and a rendition of about 30 KB, both in the memory of the process. */
export async function warm(images: Images): Promise<Line[]> {
  return [
    ...(await besideFastify(images, 'widget, in memory', images.widget)),
    ...(await besideFastify(images, 'rendition, in memory', images.kept)),
  ]
}

/** A revalidation of an unchanged rendition: 304. */
export async function notModified(images: Images): Promise<Line[]> {
  const { headers } = await getRight(images.kept)
  return besideFastify(images, 'rendition, 304', images.kept, headers.get('etag') ?? '')
}

/**
 * Delivery beside a bare Fastify that serves the same bytes with the same headers.
 *
 * @param etag asks whether the answer has changed.
 * @throws if a response differs, because only equal work is compared.
 */
async function besideFastify(images: Images, name: string, target: Target, etag?: string) {
  const { delivery, rounds, log } = images
  const { body, headers } = await getRight(target)
  const condition = etag === undefined ? {} : { 'if-none-match': etag }
  const status = etag === undefined ? 200 : 304
  const { origin, pathname } = new URL(target.url)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-served-'))
  const file = join(folder, 'served.json')
  const served: Served = {
    path: pathname,
    body: body.toString('base64'),
    headers: Object.fromEntries([...headers].filter(([header]) => !ownHeaders.has(header))),
  }
  await writeFile(file, JSON.stringify(served))
  const fastify = await startPeer('fastify', file)
  try {
    const peer = { ...target, url: target.url.replace(origin, fastify.url) }
    if (!(await getRight(peer)).body.equals(body)) {
      throw new Error(`${peer.url} answers with other bytes than ours`)
    }
    const [ours, theirs] = [target, peer].map((side) => ({
      url: side.url,
      headers: { ...side.headers, ...condition },
    })) as [Target, Target]
    log(`${name}: ${body.length} bytes …`)
    await measureThroughput(ours, delivery, { seconds: warmUpSeconds, status })
    await measureThroughput(theirs, fastify, { seconds: warmUpSeconds, status })
    const samples = await inTurns(rounds, {
      ours: () => measureThroughput(ours, delivery, { status }),
      fastify: () => measureThroughput(theirs, fastify, { status }),
    })
    const pick = (key: keyof Throughput) => ({
      ours: samples.ours.map((one) => one[key]),
      peer: { name: 'Fastify', samples: samples.fastify.map((one) => one[key]) },
    })
    const lines: Line[] = [
      { name, unit: 'CPU-µs', ...pick('cpuUs'), bar },
      { name: `${name}: answers`, unit: '/s', ...pick('perSecond') },
    ]
    return lines
  } finally {
    await fastify.stop()
    await rm(folder, { recursive: true })
  }
}

/** Headers that a server adds itself, or that vary between responses. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length'])
