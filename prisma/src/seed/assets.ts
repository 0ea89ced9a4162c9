import type { Api } from './api.js'
import type { Picture } from './pictures/catalogue.js'
import type { Asset } from './resources.js'

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
  const path = `/api/projects/${projectId}/assets`
  const existing = new Map(
    ((await api.list(path)) as Asset[]).map((asset) => [asset.filename, asset]),
  )
  const ids = new Map<string, string>()
  const queue = pictures.values()

  async function ensure(picture: Picture): Promise<void> {
    const asset = existing.get(picture.filename) ?? (await upload(api, path, picture))
    ids.set(picture.filename, asset.id)
    if (asset.altText !== null) return
    const { altText, tags } = picture
    await api.call('PUT', `${path}/${asset.id}`, { altText, tags })
    report(`uploaded ${picture.filename}`)
  }

  async function work(): Promise<void> {
    for (const picture of queue) {
      await ensure(picture).catch((error: Error) => {
        report(`note: ${picture.filename} is left out of the demo: ${error.message}`)
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

async function upload(api: Api, path: string, picture: Picture): Promise<Asset> {
  const form = new FormData()
  const content = await picture.render()
  const file = new File([new Uint8Array(content)], picture.filename, { type: picture.contentType })
  form.set('file', file)
  return (await api.call('POST', path, form, { limitMs: pictureLimitMs })) as Asset
}
