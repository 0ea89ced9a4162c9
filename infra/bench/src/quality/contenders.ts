import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseInput, type Ingested, parseRendition, plan } from '@vitrine/imaging'
import { ingest, render } from '@vitrine/imaging/direct'
import sharp from 'sharp'
import type { AddCleanup } from '../cleanup.js'
import { getRight } from '../load/get.js'
import { type RenditionFormat, startImageServers } from '../peers/image-server.js'
import { startNodePeer } from '../peers/node-peer.js'
import type { Original } from './originals.js'

/** By width alone, so that no server crops a fraction of a pixel to reach a height, which shifts the picture. */
export type Wanted = { width: number; format: RenditionFormat; quality: number }

/** Ours, or one that it is compared with. */
export type Contender = {
  name: string
  render: (original: Original, wanted: Wanted) => Promise<Buffer>
}

const limits = { maxPixels: 100_000_000 }

/** As at an upload and a request: through copies, plan and render. */
export function createOurs(folder: string): Contender {
  const uploads = new Map<string, Promise<Ingested>>()
  const upload = async ({ name, path }: Original) => {
    const directory = join(folder, `copies-of-${name}`)
    await mkdir(directory)
    return ingest(path, { directory, limits })
  }
  return {
    name: 'ours',
    render: async (original, { width, format, quality }) => {
      const uploaded = uploads.get(original.name) ?? upload(original)
      uploads.set(original.name, uploaded)
      const { source, mezzanines } = await uploaded
      const query = { w: `${width}`, format, q: `${quality}` }
      const planned = plan(parseRendition(query, undefined), source)
      if (planned === null) throw new Error(`${original.name} is a rendition already`)
      return render(chooseInput(planned, mezzanines)?.path ?? original.path, planned, { limits })
    },
  }
}

const plainSharp: Contender = {
  name: 'sharp',
  render: (original, { width, format, quality }) =>
    sharp(original.path).rotate().resize({ width }).toFormat(format, { quality }).toBuffer(),
}

/** sharp, ipx, and the image servers that are on PATH. @param folder with the originals. */
export async function startPeers(folder: string, addCleanup: AddCleanup) {
  const ipx = await startNodePeer('ipx', folder, folder)
  addCleanup(ipx.stop)
  const options = { folder, path: process.env.PATH, addCleanup }
  const { running, missing } = await startImageServers(options)
  const served = (
    name: string,
    urlOf: (original: Original, wanted: Wanted) => string,
  ): Contender => ({
    name,
    render: async (original, wanted) =>
      (await getRight({ url: urlOf(original, wanted) }, `image/${wanted.format}`)).body,
  })
  const peers = [
    plainSharp,
    served('ipx', ({ name }, { width, format, quality }) => {
      return `${ipx.url}/w_${width},q_${quality},f_${format}/${name}`
    }),
    ...Object.entries(running).map(([name, { url, pathOf }]) =>
      served(name, (original, wanted) => url + pathOf({ ...wanted, name: original.name })),
    ),
  ]
  return { peers, missing }
}
