import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAdmin } from '../admin.js'
import type { Target } from '../load/get.js'
import { type SourceName, sourceNames } from '../pictures/sources.js'
import type { Variant } from './variants.js'

export type SampleProject = Awaited<ReturnType<typeof createSampleProject>>

export async function createSampleProject(managementUrl: string, folder: string) {
  const admin = await createAdmin(managementUrl)
  const { id: projectId } = await admin.createProject('Delivery')
  const project = `/api/projects/${projectId}`
  const assets = {} as Record<SourceName, string>
  for (const name of sourceNames) {
    const { id } = await admin.upload(projectId, name, await readFile(join(folder, name)))
    assets[name] = id
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
    /** @param query such as `w=640&format=webp` */
    image: (deliveryUrl: string, name: SourceName, query: string): Target => ({
      url: `${deliveryUrl}/api/v1/deliver/${projectId}/${assets[name]}?${query}`,
    }),
    upload: (filename: string, bytes: Uint8Array<ArrayBuffer>) =>
      admin.upload(projectId, filename, bytes),
  }
}

/** Explicit, because the servers' defaults differ. */
export const qualities = { webp: 80, avif: 60 } as const
export type Format = keyof typeof qualities

export const queryOf = ({ width, height }: Variant, format: Format): string =>
  `w=${width}&h=${height}&q=${qualities[format]}&format=${format}`

/** ipx's path of the same rendition; it names a picture by its file. */
export const ipxPath = (name: SourceName, { width, height }: Variant, format: Format): string =>
  `/s_${width}x${height},q_${qualities[format]},f_${format}/${name}`
