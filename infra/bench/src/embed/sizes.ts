import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type Line, line } from '../report/line.js'
import { weighLibrary } from './bundle.js'
import type { Peer } from './carousels/peer.js'
import { carouselPeers, lightboxPeers } from './carousels/peers.js'

/** Sizes of the embed's build by purpose; `gzipBytes` with gzip -9. */
export type Manifest = Readonly<Record<string, { file: string; gzipBytes: number }>>

/** 1 KB is 1000 bytes. */
const kilo = 1000

/** The bytes visitors have to load: our build compared with other libraries. */
export async function compareSizes(): Promise<Line[]> {
  const manifestUrl = new URL(import.meta.resolve('@vitrine/embed/manifest.json'))
  const manifest: Manifest = JSON.parse(await readFile(manifestUrl, 'utf8'))
  const files = await Promise.all(
    allLayouts(manifest).map((file) => readFile(new URL(file, manifestUrl))),
  )
  const together = gzipSync(Buffer.concat(files), { level: 9 }).length
  const [carousels, lightboxes] = await Promise.all([carouselPeers, lightboxPeers].map(weighed))
  const size = (name: string, bytes: number, peers: Line['peers'] = [], atMost?: number) =>
    line({
      name: `size, ${name}`,
      unit: 'KB',
      ours: [bytes / kilo],
      peers,
      bars: atMost === undefined ? [] : [{ atMost }],
    })
  return [
    size('six layouts', together, carousels, 7.5),
    size('page with a carousel', carouselPage(manifest), carousels),
    size('lightbox', gzipOf(manifest, 'lightbox/lightbox'), lightboxes, 5),
  ]
}

const weighed = (peers: readonly Peer[]): Promise<Line['peers']> =>
  Promise.all(
    peers.map(async (peer) => ({
      name: peer.name,
      samples: [(await weighLibrary(peer)) / kilo],
    })),
  )

/**
 * The files of the element and all layouts. Excludes the lightbox, other languages, the entry's
 * second name and the list of the chunks, which such a page does not load.
 */
export const allLayouts = (manifest: Manifest): string[] =>
  Object.entries(manifest)
    .filter(([name]) => !/^((labels|lightbox)\/|pinned$|parts$)/.test(name))
    .map(([, { file }]) => file)

export const carouselPage = (manifest: Manifest): number =>
  gzipOf(manifest, 'v1') + gzipOf(manifest, 'layouts/carousel')

/** @throws if the build has an unexpected structure. */
function gzipOf(manifest: Manifest, name: string): number {
  const file = manifest[name]
  if (file === undefined) throw new Error(`the embed's manifest has no ${name}`)
  return file.gzipBytes
}
