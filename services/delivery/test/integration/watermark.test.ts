import { createHash } from 'node:crypto'
import { assetObjects, imageSignature, imageSigningText, type Watermark } from '@vitrine/contracts'
import { animatedWebp, blackPng, jpeg, png, readPixel, tiff, webp } from '@vitrine/testing'
import { createRandom } from '@vitrine/testing/random'
import t, { type Test } from '@vitrine/testing/t'
import { anyImageQuery } from '../any-image-query.js'
import { build } from '../build.js'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import { inspectPicture } from '../inspect-picture.js'
import type { Project } from '../project.js'
import { deliver, fetchWidget, isError, type Response } from '../requests.js'
import { createTenant } from '../tenant.js'

/** Nothing of the test pictures is black. */
const bar = (width = 60, height = 40) => blackPng({ width, height })

const from = 100
const watermarkOf = (assetId: string, fields: Partial<Watermark> = {}): Watermark => ({
  ...{ assetId, position: 'center', opacity: 1, scale: 0.4, from },
  ...fields,
})

/** The assets of a project whose middle is black if they are marked. */
async function addPictures(project: Project) {
  const pictures = [
    await jpeg({ width: 600, height: 400, gps: true }),
    await webp({ width: 300, height: 500, alpha: true }),
    await png({ width: 90, height: 60 }),
    await animatedWebp({ width: 340, height: 120 }),
    await tiff({ width: 200, height: 150 }),
  ]
  return Promise.all(
    pictures.map(async (bytes) => ({
      ...{ bytes, projectId: project.id, assetId: await project.addAsset(bytes) },
    })),
  )
}

const app = await build(t)
const tenant = await createTenant(t)
const project = await tenant.addProject()
const secret = await project.addSigningKey(1)
await project.addPreset('large', { w: 500 })
await project.addPreset('plain', {})
await project.addPreset('small', { w: 100, h: 80 })
const assets = await addPictures(project)
const [wide, , little, animation, foreign] = assets as [Asset, Asset, Asset, Asset, Asset]
type Asset = (typeof assets)[number]
const mark = await project.addAsset(await bar())

const queries = ['', 'w=500', 'v=1', 'format=webp', 'preset=plain', 'w=200&h=200']

// Memory, disk and the object store have what was clean before.
const before = await Promise.all(
  assets.map(async (asset) => {
    const answers = await Promise.all(queries.map((query) => deliver(app, asset, query)))
    return { asset, etags: answers.map(({ headers }) => String(headers.etag)) }
  }),
)
await project.setWatermark(watermarkOf(mark))

const isDark = ([red, green, blue]: readonly number[]) =>
  (red ?? 255) + (green ?? 255) + (blue ?? 255) < 120

/** Whether each frame has the mark in its middle. A picture may be too narrow to tell. */
async function isMarked(t: Test, { rawPayload, headers }: Response): Promise<boolean> {
  const { width, height, frameCount } = await inspectPicture(t, rawPayload)
  if (!/[.]mark-/.test(String(headers.etag))) return false
  if (Math.min(width, height) < 40) return true
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)]
  const pixels = await Promise.all(
    Array.from({ length: frameCount }, (_, frame) => readPixel(rawPayload, x, y, frame)),
  )
  return pixels.every(isDark)
}

t.test('500 unsigned addresses give no clean picture from the size on', async (t) => {
  const random = createRandom(20_261_201)
  const address = anyImageQuery(random)
  const seen = { marked: 0, small: 0, refused: 0 }
  for (let i = 0; i < 500; i += 1) {
    const asset = random.pick(assets)
    const query = address()
    const accept = random.pick(['*/*', 'image/webp', 'image/avif,image/webp'])
    const response = await deliver(app, asset, query, { accept })
    const { statusCode, rawPayload, headers } = response
    const head = await deliver(app, asset, query, { accept }, 'HEAD')
    t.equal(head.statusCode, statusCode, `HEAD ${query}`)
    if (statusCode !== 200) {
      seen.refused += 1
      continue
    }
    t.equal(head.headers.etag, headers.etag)
    t.equal(head.headers['content-length'], `${rawPayload.length}`)
    const partial = await deliver(app, asset, query, { accept, range: 'bytes=0-49' })
    t.ok(partial.rawPayload.equals(rawPayload.subarray(0, 50)), `Range ${query}`)
    const { width, height } = await inspectPicture(t, rawPayload)
    const isLarge = Math.max(width, height) >= from
    seen[isLarge ? 'marked' : 'small'] += 1
    t.equal(await isMarked(t, response), isLarge, `${query} ${width} × ${height}`)
  }
  t.ok(seen.marked > 100 && seen.small > 20 && seen.refused > 20, JSON.stringify(seen))
})

t.test('validators of clean answers get no 304 and no part of the former picture', async (t) => {
  for (const { asset, etags } of before.filter(({ asset }) => asset !== little)) {
    for (const [i, etag] of etags.entries()) {
      const query = queries[i] ?? ''
      const response = await deliver(app, asset, query, { 'if-none-match': etag })
      t.equal(response.statusCode, 200, query)
      t.ok(await isMarked(t, response), query)
      const part = await deliver(app, asset, query, { 'if-range': etag, range: 'bytes=0-9' })
      t.equal(part.statusCode, 200, 'the whole picture')
    }
  }
})

t.test('addresses without parameters give a marked picture, small ones the original', async (t) => {
  const shown = await deliver(app, wide)
  t.match(await inspectPicture(t, shown.rawPayload), { width: 600, height: 400 })
  t.notMatch(shown.rawPayload.toString('latin1'), /exif/i, 'without metadata')
  t.equal(shown.headers['content-type'], 'image/jpeg')
  t.match(await inspectPicture(t, (await deliver(app, animation)).rawPayload), { frameCount: 3 })
  const jpegOfTiff = await deliver(app, foreign)
  t.equal(jpegOfTiff.headers['content-type'], 'image/jpeg', 'of a type that browsers show')
  t.ok((await deliver(app, little)).rawPayload.equals(little.bytes))
})

t.test('a signed address gives what it says, clean', async (t) => {
  for (const asset of assets) {
    for (const query of [{ v: '1' }, { w: '150' }]) {
      const s = `k1.${imageSignature(secret, imageSigningText(asset, query))}`
      const response = await deliver(app, asset, String(new URLSearchParams({ ...query, s })))
      t.equal(response.statusCode, 200)
      t.notOk(await isMarked(t, response))
      if ('v' in query) t.ok(response.rawPayload.equals(asset.bytes), 'the original')
    }
  }
  const forged = await deliver(app, wide, `w=150&s=k1.${'A'.repeat(43)}`)
  t.ok(await isMarked(t, forged))
})

t.test('marked answers are revalidated, and a purge of the mark’s file finds them', async (t) => {
  const { headers } = await deliver(app, wide, 'w=300')
  t.equal(headers['cache-control'], 'public, no-cache')
  t.equal(headers['cache-tag'], `project-${project.id},asset-${wide.assetId},asset-${mark}`)
  const small = await deliver(app, wide, 'w=90')
  t.match(small.headers['cache-control'], /immutable/)
  t.notMatch(small.headers['cache-tag'], mark)
})

t.test('with private originals, both settings count', async (t) => {
  await project.setExposure({ originals: 'signed', maxPublicWidth: 330 })
  isError(t, await deliver(app, wide), 403, 'ORIGINAL_PRIVATE')
  isError(t, await deliver(app, wide, 'w=400'), 403, 'ORIGINAL_PRIVATE')
  t.ok(await isMarked(t, await deliver(app, wide, 'w=330')))
  t.notOk(await isMarked(t, await deliver(app, wide, 'w=99')))
  await project.setExposure({ originals: 'public', maxPublicWidth: 2048 })
})

t.test('the pictures of a widget are marked', async (t) => {
  const { slug } = await project.addWidget({ assetIds: assets.map(({ assetId }) => assetId) })
  const { key } = await project.addKey()
  for (const { url, width } of (await fetchWidget(app, slug, key)).json().assets) {
    const response = await app.inject(`${new URL(url).pathname}?w=${width}&format=auto`)
    t.equal(response.statusCode, 200)
    t.equal(await isMarked(t, response), width >= from)
  }
})

t.test('a lost file of the mark is an error, never a clean picture', async (t) => {
  const project = await tenant.addProject()
  const [asset] = await addPictures(project)
  const markId = await project.addAsset(await bar(61))
  await project.setWatermark(watermarkOf(markId))
  await tenant.store.removePrefix(assetObjects(project.id, markId))
  const app = await build(t, {})
  const shown = asset ?? wide
  const response = await deliver(app, shown, 'w=300')
  isError(t, response, 502, 'ASSET_LOST')
  t.match(response.json().message, /watermark/)
  t.equal((await deliver(app, shown, 'w=90')).statusCode, 200, 'small ones need it not')
})

const markIn = (project: Project, asset: Asset) => async (replica: typeof app) => {
  const { headers } = await deliver(replica, { ...asset, projectId: project.id }, 'w=120')
  return /[.]mark-(\w{8})/.exec(String(headers.etag))?.[1] ?? null
}
const first = await bar()
const second = await bar(60, 50)
const nameOf = (file: Buffer) => createHash('sha256').update(file).digest('hex').slice(0, 8)

async function scene(project: Project) {
  const bytes = await png({ width: 160, height: 120 })
  const asset = { projectId: project.id, assetId: await project.addAsset(bytes), bytes }
  const markId = await project.addAsset(first)
  return { markId, see: markIn(project, asset) }
}

everyChangeCountsAtOnce(t, {
  'a watermark is chosen': async (project) => {
    const { markId, see } = await scene(project)
    const change = () => project.setWatermark(watermarkOf(markId))
    return { see, before: null, change, after: nameOf(first) }
  },
  'a watermark is removed': async (project) => {
    const { markId, see } = await scene(project)
    await project.setWatermark(watermarkOf(markId))
    return { see, before: nameOf(first), change: () => project.setWatermark(null), after: null }
  },
  'a watermark starts with a smaller size': async (project) => {
    const { markId, see } = await scene(project)
    await project.setWatermark(watermarkOf(markId, { from: 121 }))
    const change = () => project.setWatermark(watermarkOf(markId, { from: 120 }))
    return { see, before: null, change, after: nameOf(first) }
  },
  'the file of a watermark is replaced': async (project) => {
    const { markId, see } = await scene(project)
    await project.setWatermark(watermarkOf(markId))
    const change = () => project.replaceFile(markId, second)
    return { see, before: nameOf(first), change, after: nameOf(second) }
  },
  'another picture becomes the watermark, and the former one is deleted': async (project) => {
    const { markId, see } = await scene(project)
    await project.setWatermark(watermarkOf(markId))
    const change = async () => {
      await project.setWatermark(watermarkOf(await project.addAsset(second)))
      await project.deleteAsset(markId)
    }
    return { see, before: nameOf(first), change, after: nameOf(second) }
  },
})
