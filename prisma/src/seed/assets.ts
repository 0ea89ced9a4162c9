import { orThrow, pages, type Schemas, upload } from '@vitrine/sdk'
import type { Api } from './api.js'
import type { Picture } from './pictures/catalogue.js'
import { describe } from './retry-limits.js'

/** An upload needs the server's processor as much as the rendering needs ours. */
const uploadsAtOnce = 2

/** How long the upload of one picture is tried before the demo does without it, ms. */
const pictureLimitMs = 240_000

export type DemoAsset = { id: string; filename: string }

/**
 * Uploads the pictures whose file name is missing, and describes those that have no alt text
 * yet, as a run leaves them that broke off between the two calls. A picture that cannot be made or
 * uploaded is left out, and reported.
 *
 * @returns id and file name of each picture that is there, in the order given, and the file names of
 *   those that are not.
 */
export async function ensureAssets(
  api: Api,
  projectId: string,
  pictures: readonly Picture[],
  report: (line: string) => void,
): Promise<{ assets: DemoAsset[]; missing: string[] }> {
  const existing = await assetsOf(api, projectId)
  const ids = new Map<string, string>()
  const queue = pictures.values()

  async function ensure(picture: Picture): Promise<void> {
    const asset = existing.get(picture.filename) ?? (await uploadPicture(api, projectId, picture))
    ids.set(picture.filename, asset.id)
    if (asset.altText !== null) return
    const { altText, tags } = picture
    await orThrow(
      api.vitrine.PUT('/api/projects/{projectId}/assets/{assetId}', {
        params: { path: { projectId, assetId: asset.id } },
        body: { altText, tags: [...tags] },
      }),
    )
    report(`uploaded ${picture.filename}`)
  }

  async function work(): Promise<void> {
    for (const picture of queue) {
      await ensure(picture).catch((error: unknown) => {
        report(`note: ${picture.filename} is left out of the demo: ${describe(error)}`)
      })
    }
  }

  await Promise.all(Array.from({ length: uploadsAtOnce }, work))
  return {
    assets: pictures.flatMap(({ filename }) => {
      const id = ids.get(filename)
      return id === undefined ? [] : [{ id, filename }]
    }),
    missing: pictures.map(({ filename }) => filename).filter((filename) => !ids.has(filename)),
  }
}

type Asset = Schemas['Asset']

/** By file name. */
async function assetsOf({ vitrine }: Api, projectId: string): Promise<Map<string, Asset>> {
  const found = new Map<string, Asset>()
  const params = { path: { projectId }, query: { size: 100 } }
  for await (const asset of pages(vitrine, '/api/projects/{projectId}/assets', { params })) {
    found.set(asset.filename, asset)
  }
  return found
}

async function uploadPicture({ within }: Api, projectId: string, picture: Picture): Promise<Asset> {
  const { filename, contentType: type, focalPoint } = picture
  const content = await picture.render()
  const file = new Blob([new Uint8Array(content)], { type })
  return upload(within(pictureLimitMs), {
    projectId,
    file,
    filename,
    ...(focalPoint && { focalPoint }),
  })
}
