import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embedWidthsOf, mezzanineObject, originalObject, renditionObject } from '@vitrine/contracts'
import {
  chooseInput,
  mezzanineSizes,
  parseRendition,
  plan,
  recipe,
  type SourceImage,
} from '@vitrine/imaging'
import { inspect, render } from '@vitrine/imaging/direct'
import { blackPng, gif, jpeg, png, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { prepareAsset } from '../../src/renditions/prepare-asset.js'
import { prepareWidget } from '../../src/renditions/prepare-widget.js'
import { build } from '../build.js'
import {
  createProject,
  createWidget,
  register,
  type SentAsset,
  type SentWidget,
  upload,
} from '../client.js'
import { openDatabase, openStore, signedObjects } from '../dependencies.js'
import { filesBelow } from '../files-below.js'
import { ownDatabase } from '../own-database.js'
import { recordStore } from '../recording-store.js'

// A separate database, so that no other suite's instance runs the jobs.
const DATABASE_URL = await ownDatabase(t)
const recorder = await recordStore(t)
const uploadDir = t.testdir({})
const app = await build(t, { DATABASE_URL, S3_ENDPOINT: recorder.endpoint, UPLOAD_DIR: uploadDir })
const database = openDatabase(t, DATABASE_URL)
const store = openStore()
const owner = await register(app)
const project = await createProject(owner)

const urlOf = ({ id }: SentWidget) => `/api/projects/${project.id}/widgets/${id}`
const publish = async (widget: SentWidget) => {
  const { statusCode } = await owner.put(`${urlOf(widget)}/publish`)
  if (statusCode !== 200) throw new Error(`could not publish: ${statusCode}`)
}
const preparing = { kind: { in: ['prepare-widget', 'prepare-asset'] } }
const allIsPrepared = () =>
  until(async () => (await database.job.count({ where: preparing })) === 0)

/** Renditions stored since the last call, of one asset or of all: the recipe and the plan's key. */
function stored(of?: SentAsset): string[] {
  const puts = recorder.written
    .splice(0)
    .filter((line) => line.startsWith('PUT ') && line.includes(of?.id ?? ''))
  return puts.flatMap((line) => line.split('/renditions/')[1] ?? [])
}

const photoSource: SourceImage = {
  ...{ contentType: 'image/jpeg', width: 1500, height: 1000 },
  ...{ frameCount: 1, hasAlpha: false },
}
const photo = { content: await jpeg({ width: 1500, height: 1000 }) }

/** The steps of delivery for a request of the embed, from a browser with this Accept header. */
async function delivered(t: Test, asset: SentAsset, original: Buffer, w: number, accept: string) {
  const path = join(t.testdir({}), 'original')
  await writeFile(path, original)
  const source: SourceImage = await inspect(path, { maxPixels: 100_000_000 })
  const chosen = plan(parseRendition({ w: String(w), format: 'auto' }, accept), source)
  if (chosen === null) return null
  const copy = chooseInput(chosen, mezzanineSizes(source))
  const input = copy
    ? mezzanineObject(project.id, asset.id, copy.name)
    : originalObject(project.id, asset.id)
  const bytes = await render((await store.read(input)) ?? Buffer.alloc(0), chosen)
  return { key: renditionObject(project.id, asset.id, recipe, chosen.key), bytes }
}

const accepts = ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/webp,*/*']

t.test(
  'publishing renders what the embed will request, with the same bytes as delivery',
  async (t) => {
    const asset = await upload(owner, project.id, photo)
    const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
    stored()
    await publish(widget)
    await allIsPrepared()

    const keys = []
    for (const width of embedWidthsOf(1500)) {
      for (const accept of accepts) {
        const wanted = await delivered(t, asset, photo.content, width, accept)
        if (wanted === null) throw new Error('the original would do')
        t.ok((await store.read(wanted.key))?.equals(wanted.bytes), wanted.key)
        keys.push(wanted.key.split('/renditions/')[1])
      }
    }
    t.equal(keys.length, 12)
    t.same(stored(), keys, 'each once, narrow ones first, and nothing else')
    t.same(await filesBelow(uploadDir), [], 'no file remains')
  },
)

t.test('publishing again renders nothing', async (t) => {
  const asset = await upload(owner, project.id, photo)
  const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
  await publish(widget)
  await allIsPrepared()
  stored()
  await publish(widget)
  t.equal(await database.job.count({ where: preparing }), 0, 'it is already published')
  await owner.put(`${urlOf(widget)}/unpublish`)
  await publish(widget)
  await allIsPrepared()
  t.same(stored(), [])
})

t.test('adding images to a published widget renders them, and to a draft does not', async (t) => {
  const [first, second] = [
    await upload(owner, project.id, { content: await jpeg({ width: 300, height: 200 }) }),
    await upload(owner, project.id, { content: await jpeg({ width: 200, height: 300 }) }),
  ]
  const widget = await createWidget(owner, project.id, { assetIds: [first.id] })
  await owner.put(urlOf(widget), { assetIds: [second.id] })
  await allIsPrepared()
  await publish(widget)
  await allIsPrepared()
  stored()
  await owner.put(urlOf(widget), { assetIds: [second.id, first.id, first.id], name: 'Two' })
  await allIsPrepared()
  t.same(stored(), [`${recipe}/300x200.avif.q60`, `${recipe}/300x200.webp.q77`])
  await owner.put(urlOf(widget), { assetIds: [first.id], name: 'One' })
  t.equal(
    await database.job.count({ where: preparing }),
    0,
    'removing an image requires no rendering',
  )
})

t.test('the images of a large widget are rendered in display order', async (t) => {
  const assetIds: string[] = []
  for (let width = 40; width < 52; width++) {
    const content = await jpeg({ width, height: 30 })
    assetIds.unshift((await upload(owner, project.id, { content })).id)
  }
  const widget = await createWidget(owner, project.id, { assetIds: [...assetIds, ...assetIds] })
  stored()
  recorder.prefixes.length = 0
  await publish(widget)
  await allIsPrepared()
  const widths = stored().map((key) => Number(/\/(\d+)x/.exec(key)?.[1]))
  t.equal(new Set(widths).size, assetIds.length, 'all are rendered')
  // Their first attempts: a busy store may time out, and an attempt is repeated two seconds later.
  const begun = recorder.prefixes.flatMap(
    (prefix) => assetIds.find((id) => prefix.includes(id)) ?? [],
  )
  t.same([...new Set(begun)], assetIds)
})

t.test('animations are rendered if they are small, and originals never', async (t) => {
  const moving = await gif({ width: 400, height: 300, frames: 4 })
  // 17.5 megapixels of frames at full width, 7 at a width of 320.
  const long = await gif({ width: 500, height: 500, frames: 70 })
  const drawing = await png({ width: 100, height: 100, alpha: true })
  const webpOriginal = await render(drawing, {
    ...{ key: '', contentType: 'image/webp', width: 100, height: 100 },
    steps: [{ op: 'encode', format: 'webp', quality: 77, animated: false }],
  })
  const table: [Buffer, string[]][] = [
    [moving, [`${recipe}/320x240.webp.q77`, `${recipe}/400x300.webp.q77`]],
    [long, [`${recipe}/320x320.webp.q77`]],
    [drawing, [`${recipe}/100x100.avif.q60`, `${recipe}/100x100.webp.q77`]],
    [webpOriginal, [`${recipe}/100x100.avif.q60`]],
  ]
  for (const [content, keys] of table) {
    const asset = await upload(owner, project.id, { content })
    const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
    stored()
    await publish(widget)
    await allIsPrepared()
    t.same(stored(), keys)
  }
})

t.test('a widget that is unpublished or deleted at once leaves nothing to do', async (t) => {
  const asset = await upload(owner, project.id, photo)
  const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
  const other = await createWidget(owner, project.id, { assetIds: [asset.id] })
  await publish(widget)
  await owner.put(`${urlOf(widget)}/unpublish`)
  await publish(other)
  await owner.delete(urlOf(other))
  await allIsPrepared()
  const failed = await database.job.count({ where: { lastError: { not: null } } })
  t.equal(failed, 0)
})

t.test('images that are not public are not rendered', async (t) => {
  const asset = await upload(owner, project.id, { content: await jpeg({ width: 300 }) })
  const draft = await createWidget(owner, project.id, { assetIds: [asset.id] })
  const { signal } = new AbortController()
  const ofWidget = prepareWidget.handler(database)
  t.same(await ofWidget({ projectId: project.id, widgetId: draft.id, done: 0 }, signal), [])
  const images = { render: () => Promise.reject(new Error('nothing is to be rendered')) }
  const parts = {
    database,
    store,
    objects: signedObjects(store),
    images,
    log: app.log,
    workFolder: { path: async () => uploadDir },
  }
  const ofAsset = prepareAsset.handler(parts)
  t.same(await ofAsset({ projectId: project.id, assetId: asset.id }, signal), [])
  t.same(await ofAsset({ projectId: project.id, assetId: draft.id }, signal), [], 'a missing asset')
  // A job of the test before may have stored a rendition before the widget was unpublished.
  t.same(stored(asset), [])
})

t.test('images that cannot be rendered are left to the first request', async (t) => {
  const asset = await upload(owner, project.id, { content: await jpeg({ width: 300 }) })
  const broken = join(t.testdir({}), 'broken')
  await writeFile(broken, 'not a picture any more')
  await store.putFile(originalObject(project.id, asset.id), broken, 22, 'image/jpeg')
  const sha256 = createHash('sha256').update('not a picture any more').digest()
  const where = { id: asset.id }
  await database.asset.update({ where, data: { sha256: new Uint8Array(sha256) } })
  const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
  stored()
  await publish(widget)
  await allIsPrepared()
  t.same(stored(), [])
})

/** Replaces a stored image, as an attacker with write access to the bucket could. */
async function plant(t: Test, key: string, size: { width: number; height: number }) {
  const path = join(t.testdir({}), 'planted')
  const bytes = await jpeg(size)
  await writeFile(path, bytes)
  await store.putFile(key, path, bytes.length, 'image/jpeg')
}

t.test('a replaced smaller copy is skipped, and a replaced original is not rendered', async (t) => {
  const asset = await upload(owner, project.id, photo)
  await plant(t, mezzanineObject(project.id, asset.id, '1024'), { width: 1024, height: 683 })
  await publish(await createWidget(owner, project.id, { assetIds: [asset.id] }))
  await allIsPrepared()
  for (const accept of accepts) {
    const chosen = plan(parseRendition({ w: '320', format: 'auto' }, accept), photoSource)
    if (chosen === null) throw new Error('the original would do')
    const key = renditionObject(project.id, asset.id, recipe, chosen.key)
    t.ok(
      (await store.read(key))?.equals(await render(photo.content, chosen)),
      'rendered from the original',
    )
  }

  const other = await upload(owner, project.id, { content: await jpeg({ width: 300 }) })
  await plant(t, originalObject(project.id, other.id), { width: 300, height: 10 })
  stored()
  await publish(await createWidget(owner, project.id, { assetIds: [other.id] }))
  await allIsPrepared()
  t.same(stored(), [])
})

t.test('what visitors see with a watermark is rendered with it', async (t) => {
  const mark = await upload(owner, project.id, { content: await blackPng() })
  await owner.put(`/api/projects/${project.id}`, { watermark: { assetId: mark.id, from: 400 } })
  const content = await jpeg({ width: 480, height: 320 })
  const asset = await upload(owner, project.id, { content })
  const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
  stored()
  await publish(widget)
  await allIsPrepared()
  const names = stored().map((name) => name.replace(/mark-.*/, 'mark'))
  const sizes = ['320x213.avif.q60', '320x213.webp.q77', '480x320.avif.q60', '480x320.webp.q77']
  t.same(
    names,
    sizes.map((name) => `${recipe}/${name}${/^4/.test(name) ? '.mark' : ''}`),
  )
  await owner.put(`/api/projects/${project.id}`, { watermark: null })
})
