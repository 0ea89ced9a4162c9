import type { Api } from './api.js'
import type { Picture } from './pictures/catalogue.js'
import type { Asset } from './resources.js'

/** An upload needs the server's processor as much as the rendering needs ours. */
const uploadsAtOnce = 2

/**
 * Uploads the pictures whose file name is missing, and describes those that have no alt text
 * yet, as a run leaves them that broke off between the two calls.
 *
 * @returns id and file name of each picture, in the order given.
 */
export async function ensureAssets(
  api: Api,
  projectId: string,
  pictures: readonly Picture[],
  report: (line: string) => void,
): Promise<{ id: string; filename: string }[]> {
  const path = `/api/projects/${projectId}/assets`
  const existing = new Map(
    ((await api.list(path)) as Asset[]).map((asset) => [asset.filename, asset]),
  )
  const ids = new Map<string, string>()
  const queue = queueOf(pictures)

  async function work(): Promise<void> {
    for (const picture of queue) {
      const asset = existing.get(picture.filename) ?? (await upload(api, path, picture))
      if (asset.altText === null) {
        const { altText, tags } = picture
        await api.call('PUT', `${path}/${asset.id}`, { altText, tags })
        report(`uploaded ${picture.filename}`)
      }
      ids.set(picture.filename, asset.id)
    }
  }

  // Nothing goes on in the background once this has failed: all are waited for.
  const runs = await Promise.allSettled(Array.from({ length: uploadsAtOnce }, work))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  return pictures.map(({ filename }) => ({ id: idOf(ids, filename), filename }))
}

/** A generator, because it ends for all its readers when the loop of one of them throws. */
function* queueOf<Item>(items: readonly Item[]): Generator<Item> {
  yield* items
}

async function upload(api: Api, path: string, picture: Picture): Promise<Asset> {
  const form = new FormData()
  const content = await picture.render()
  const file = new File([new Uint8Array(content)], picture.filename, { type: picture.contentType })
  form.set('file', file)
  return (await api.call('POST', path, form)) as Asset
}

function idOf(ids: ReadonlyMap<string, string>, filename: string): string {
  const id = ids.get(filename)
  if (id === undefined) throw new Error(`the picture ${filename} was not uploaded`)
  return id
}
