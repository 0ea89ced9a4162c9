import { pages, type Schemas, upload } from '@vitrine/sdk'
import type { Api } from './api.js'
import type { Picture } from './catalogue.js'
import { describe } from './retry-limits.js'

/** More would only wait for each other: the server decodes about as many pictures at once as it has cores. */
const uploadsAtOnce = 4

/** How long the upload of one picture is tried before the demo does without it, ms. */
const pictureLimitMs = 240_000

/** By file name: the id of a picture's asset, or null if the picture is left out of the demo. */
export type Uploads = ReadonlyMap<string, Promise<string | null>>

/**
 * Begins to upload the pictures whose file name is missing, in the order given. A picture that cannot be uploaded is
 * left out, and reported.
 */
export async function startUploads(
  api: Api,
  projectId: string,
  pictures: readonly Picture[],
  report: (line: string) => void,
): Promise<Uploads> {
  const existing = await assetIds(api, projectId)
  let done = 0

  async function ensure(picture: Picture, turn: Promise<unknown> | undefined) {
    const { filename } = picture
    const known = existing.get(filename)
    if (known !== undefined) return known
    await turn
    try {
      const { id } = await uploadPicture(api, projectId, picture)
      done += 1
      report(`uploaded ${filename} (${existing.size + done} of ${pictures.length})`)
      return id
    } catch (error) {
      report(`note: ${filename} is left out of the demo: ${describe(error)}`)
      return null
    }
  }

  const uploads = new Map<string, Promise<string | null>>()
  const turns: Promise<string | null>[] = []
  for (const picture of pictures) {
    const upload = ensure(picture, turns.at(-uploadsAtOnce))
    turns.push(upload)
    uploads.set(picture.filename, upload)
  }
  return uploads
}

async function assetIds({ vitrine }: Api, projectId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const params = { path: { projectId }, query: { size: 100 } }
  for await (const asset of pages(vitrine, '/api/projects/{projectId}/assets', { params })) {
    found.set(asset.filename, asset.id)
  }
  return found
}

async function uploadPicture(
  { within }: Api,
  projectId: string,
  picture: Picture,
): Promise<Schemas['Asset']> {
  const { filename, contentType: type, altText, tags, focalPoint } = picture
  const file = new Blob([new Uint8Array(await picture.read())], { type })
  return upload(within(pictureLimitMs), {
    projectId,
    file,
    filename,
    altText,
    tags: [...tags],
    ...(focalPoint && { focalPoint }),
  })
}
