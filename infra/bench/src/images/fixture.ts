import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdmin } from '../admin.js'
import { getRight, type Target } from '../get.js'
import { type Peer, startPeer } from '../peers/peer.js'
import { cpuMsOf, untilIdle } from '../processes.js'
import type { Context } from '../rounds.js'
import { withStack } from '../stack.js'
import { type SourceName, sourceNames, writeSources } from './sources.js'

/** A process that answers requests. */
type Server = { url: string; pid: number }

export type Format = 'webp' | 'avif'
/** Explicit, because the servers' defaults differ. */
const qualities: Record<Format, number> = { webp: 80, avif: 60 }

export type Contender = 'ours' | 'ipx'

/** Delivery with pictures of 12 megapixels and a published widget, beside ipx over the same pictures. */
export type Images = Context & {
  delivery: Server
  management: Server
  ipx: Server
  startIpx: () => Promise<Peer>
  widget: Target
  /** A rendition that is in the cache from its first request on. */
  kept: Target
  /** The picture that rows about one picture upload. */
  photo: Uint8Array<ArrayBuffer>
  upload: () => Promise<unknown>
  /** Draws a transparent picture on all others, or no longer. */
  setWatermark: (isOn: boolean) => Promise<unknown>
  /** A new rendition of about 640 × 480 px. No target is given twice. `ipxUrl` names another ipx. */
  fresh: (contender: Contender, name: SourceName, format: Format, ipxUrl?: string) => Target
  /** CPU time of a new rendition, ms: requests are sequential, and all processes of the server count. */
  cpuMsOfRendition: (
    contender: Contender,
    name: SourceName,
    format: Format,
    count: number,
  ) => Promise<number>
}

export const withImages = ({ rounds, log }: Context, use: (images: Images) => Promise<void>) =>
  withStack(log, async (stack) => {
    const { management, addCleanup } = stack
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-pictures-'))
    addCleanup(() => rm(folder, { recursive: true, force: true }))
    log('drawing a photo of 12 megapixels …')
    await writeSources(folder)
    const photo = Uint8Array.from(await readFile(join(folder, 'baseline.jpg')))
    const project = await createProject(management.url, folder)
    const delivery = await stack.startDelivery()
    const startIpx = async () => {
      const peer = await startPeer('ipx', folder)
      addCleanup(peer.stop)
      return peer
    }
    const ipx = await startIpx()
    const sizes = createSizes()

    const fresh: Images['fresh'] = (contender, name, format, ipxUrl = ipx.url) => {
      const { width, height } = sizes(`${contender} ${name} ${format}`)
      const q = qualities[format]
      if (contender === 'ipx') {
        return { url: `${ipxUrl}/s_${width}x${height},q_${q},f_${format}/${name}` }
      }
      return project.image(delivery.url, name, `w=${width}&h=${height}&q=${q}&format=${format}`)
    }
    const cpuMsOfRendition: Images['cpuMsOfRendition'] = async (contender, name, format, count) => {
      const { pid } = contender === 'ours' ? delivery : ipx
      const cpuMs = await cpuMsOf(pid, async () => {
        for (let i = 0; i < count; i += 1) {
          await getRight(fresh(contender, name, format), `image/${format}`)
        }
      })
      return cpuMs / count
    }
    log('waiting until nothing is made ahead any more …')
    await untilIdle(management.pid)
    await use({
      rounds,
      log,
      delivery,
      management,
      ipx,
      startIpx,
      widget: project.widget(delivery.url),
      kept: project.image(delivery.url, 'baseline.jpg', 'w=560&format=webp'),
      photo,
      upload: () => project.upload('baseline.jpg', photo),
      setWatermark: project.setWatermark,
      fresh,
      cpuMsOfRendition,
    })
  })

async function createProject(managementUrl: string, folder: string) {
  const admin = await createAdmin(managementUrl)
  const { id: projectId } = await admin.createProject('Images')
  const project = `/api/projects/${projectId}`
  const assets = {} as Record<SourceName, string>
  for (const name of sourceNames) {
    const bytes = Uint8Array.from(await readFile(join(folder, name)))
    assets[name] = (await admin.upload(projectId, name, bytes)).id
  }
  const { key } = await admin.post<{ key: string }>(`${project}/api-keys`, { name: 'bench' })
  const { id } = await admin.post<{ id: string }>(`${project}/widgets`, {
    name: 'Bench',
    slug: 'bench',
    layout: 'GRID',
    // The same picture many times, so that its renditions are prepared quickly.
    assetIds: Array(12).fill(assets['baseline.jpg']),
  })
  await admin.put(`${project}/widgets/${id}/publish`)
  return {
    widget: (deliveryUrl: string): Target => ({
      url: `${deliveryUrl}/api/v1/widgets/bench`,
      headers: { 'x-api-key': key },
    }),
    image: (deliveryUrl: string, name: SourceName, query: string): Target => ({
      url: `${deliveryUrl}/api/v1/deliver/${projectId}/${assets[name]}?${query}`,
    }),
    setWatermark: (isOn: boolean) =>
      admin.put(project, { watermark: isOn ? { assetId: assets['fading.png'] } : null }),
    upload: (filename: string, bytes: Uint8Array<ArrayBuffer>) =>
      admin.upload(projectId, filename, bytes),
  }
}

const widths = { least: 600, count: 80 }

/**
 * Gives sizes around 640 × 480 px without repetition, because a repeated one would be served from the cache. Each
 * picture has a sequence of its own.
 */
function createSizes() {
  const taken = new Map<string, number>()
  return (picture: string) => {
    const index = taken.get(picture) ?? 0
    taken.set(picture, index + 1)
    // By the golden ratio, so that any few consecutive widths have the same average.
    const width = widths.least + ((index * 49) % widths.count)
    // Never the picture's own aspect ratio, because such widths may have been pre-rendered.
    return { width, height: Math.round(width * 0.75) - 1 - Math.floor(index / widths.count) }
  }
}
