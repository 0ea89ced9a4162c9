import sharp from 'sharp'
import { type Admin, createAdmin } from '../admin.js'
import { drawPhoto } from '../pictures/photo.js'
import { type Picture, paces } from './carousels/peer.js'
import { type Codes, type Form, pasted } from './codes.js'

export const pictureCount = 8
const size = { width: 1200, height: 800 }

/** The published widgets, all with the same pictures. */
const widgetConfigs = {
  quick: { autoplay: true, autoplaySpeed: paces.quick, aspectRatio: '3/2' },
  still: { autoplay: true, autoplaySpeed: paces.still, aspectRatio: '3/2' },
  lightbox: { lightbox: true, aspectRatio: '3/2' },
} as const

type WidgetName = keyof typeof widgetConfigs

export type SampleProject = Awaited<ReturnType<typeof createSampleProject>>

export async function createSampleProject(managementUrl: string, publicUrl: string) {
  const admin = await createAdmin(managementUrl)
  const { id: projectId } = await admin.createProject('Embed')
  const project = `/api/projects/${projectId}`
  const assets = await uploadPictures(admin, projectId)
  const { key } = await admin.post<{ key: string }>(`${project}/api-keys`, { name: 'bench' })

  const codes = {} as Record<WidgetName, Codes>
  for (const name of Object.keys(widgetConfigs) as WidgetName[]) {
    const { id } = await admin.post<{ id: string }>(`${project}/widgets`, {
      name,
      slug: name,
      layout: name === 'lightbox' ? 'GRID' : 'CAROUSEL',
      assetIds: assets.map(({ id }) => id),
      config: widgetConfigs[name],
    })
    await admin.put(`${project}/widgets/${id}/publish`)
    codes[name] = await admin.get<Codes>(`${project}/widgets/${id}/embed`)
  }

  /** The width the embed requests on the emulated screen. */
  const pictures = assets.map(({ id, altText }): Picture => {
    const url = `${publicUrl}/api/v1/deliver/${projectId}/${id}?w=480&format=auto`
    return { url, altText, width: 480, height: 320 }
  })
  return { pictures, code: (widget: WidgetName, form: Form) => pasted(codes[widget], form, key) }
}

async function uploadPictures(admin: Admin, projectId: string) {
  const assets: { id: string; altText: string }[] = []
  for (let number = 1; number <= pictureCount; number += 1) {
    const { pixels } = await drawPhoto(size.width, size.height, number)
    const file = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 92 })
      .toBuffer()
    const { id } = await admin.upload(projectId, `${number}.jpg`, Uint8Array.from(file))
    const altText = `Picture ${number}`
    await admin.put(`/api/projects/${projectId}/assets/${id}`, { altText })
    assets.push({ id, altText })
  }
  return assets
}
