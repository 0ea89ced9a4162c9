import { originalObject } from '@vitrine/contracts'
import {
  animatedWebp,
  avif,
  gif,
  jpeg,
  noisePng,
  type Orientation,
  png,
  readCorners,
  readPixel,
  webp,
} from '@vitrine/testing'
import { costlyPng } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { inspectPicture } from '../inspect-picture.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const project = await (await createTenant(t)).addProject()
const add = async (picture: Buffer) => ({
  projectId: project.id,
  assetId: await project.addAsset(picture),
})

t.test('a rendition of a large image is rendered from a mezzanine, not the original', async (t) => {
  const tenant = await createTenant(t)
  const owner = await tenant.addProject()
  const picture = await jpeg({ width: 3000, height: 2000 })
  const asset = { projectId: owner.id, assetId: await owner.addAsset(picture) }
  await tenant.store.removePrefix(originalObject(asset.projectId, asset.assetId))
  const made = await deliver(app, asset, 'w=640&format=webp')
  t.equal(made.statusCode, 200)
  t.match(await inspectPicture(t, made.rawPayload), {
    width: 640,
    height: 427,
    contentType: 'image/webp',
  })
  isError(t, await deliver(app, asset, 'w=2000&format=webp'), 502, 'ASSET_LOST')
})

t.test('no rendition is rendered from an original that is dearer than its pixels', async (t) => {
  const tenant = await createTenant(t)
  const owner = await tenant.addProject()
  const picture = costlyPng(await png({ width: 40, height: 30 }))
  const asset = { projectId: owner.id, assetId: await owner.addAsset(picture) }
  await tenant.store.removePrefix(originalObject(asset.projectId, asset.assetId))
  for (const query of ['w=20', 'format=webp']) {
    t.equal((await deliver(app, asset, query)).statusCode, 200, query)
  }
})

t.test('sizes', async (t) => {
  const asset = await add(await png({ width: 400, height: 300 }))
  const cases: [query: string, width: number, height: number][] = [
    ['w=200', 200, 150],
    ['h=150', 200, 150],
    ['w=100&h=100', 100, 100],
    ['w=100&h=100&fit=cover', 100, 100],
    ['w=100&h=100&fit=contain', 100, 75],
    ['w=100&h=100&fit=fill', 100, 100],
    ['w=1', 1, 1],
    ['w=100&dpr=2', 200, 150],
    ['w=100&h=50&dpr=1.5', 150, 75],
    ['w=4096', 400, 300],
    ['h=4096', 400, 300],
    ['w=4096&dpr=3', 400, 300],
    ['w=800&h=800', 300, 300],
    ['w=1600&h=800', 400, 200],
    ['w=800&h=800&fit=contain', 400, 300],
    ['fit=contain', 400, 300],
    ['dpr=2', 400, 300],
  ]
  for (const [query, width, height] of cases) {
    const response = await deliver(app, asset, query)
    t.equal(response.statusCode, 200, query)
    t.match(await inspectPicture(t, response.rawPayload), {
      contentType: 'image/png',
      width,
      height,
    })
  }
})

t.test('a crop is taken from the middle, a stretched image is complete', async (t) => {
  const asset = await add(await png({ width: 400, height: 300 }))
  const corners = ['red', 'green', 'blue', 'yellow']
  for (const fit of ['cover', 'contain', 'fill']) {
    const { rawPayload } = await deliver(app, asset, `w=60&h=120&fit=${fit}`)
    t.same(await readCorners(rawPayload), corners, fit)
  }
})

t.test('formats', async (t) => {
  const originals: [string, Buffer][] = [
    ['image/jpeg', await jpeg()],
    ['image/png', await png()],
    ['image/webp', await webp()],
    ['image/gif', await gif({ frames: 1 })],
    ['image/avif', await avif()],
  ]
  for (const [own, picture] of originals) {
    const asset = await add(picture)
    for (const format of ['webp', 'jpeg', 'png', 'avif', undefined]) {
      const response = await deliver(app, asset, format ? `w=32&format=${format}` : 'w=32')
      const contentType = format ? `image/${format}` : own
      t.equal(response.headers['content-type'], contentType, `${own} as ${format ?? 'its own'}`)
      t.match(await inspectPicture(t, response.rawPayload), { contentType, width: 32, height: 24 })
    }
  }
})

t.test('every EXIF orientation is rendered upright, without EXIF', async (t) => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as Orientation[]) {
    const asset = await add(await jpeg({ width: 64, height: 48, orientation, gps: true }))
    const { rawPayload } = await deliver(app, asset, 'w=32&format=png')
    t.match(
      await inspectPicture(t, rawPayload),
      { width: 32, height: 24 },
      `orientation ${orientation}`,
    )
    t.same(await readCorners(rawPayload), ['red', 'green', 'blue', 'yellow'])
    const photo = await deliver(app, asset, 'w=32')
    t.notOk(photo.rawPayload.includes('Exif'))
  }
})

t.test(
  'transparency is preserved if the format supports it, and turns white in jpeg',
  async (t) => {
    const asset = await add(await png({ width: 64, height: 48, alpha: true }))
    for (const format of ['png', 'webp', 'avif']) {
      const { rawPayload } = await deliver(app, asset, `w=32&format=${format}`)
      t.same(await readCorners(rawPayload), ['red', 'green', 'blue', 'clear'], format)
    }
    const { rawPayload } = await deliver(app, asset, 'w=32&format=jpeg')
    const [red, green, blue] = await readPixel(rawPayload, 28, 20)
    t.ok(Math.min(red, green, blue) >= 250, `${red} ${green} ${blue}`)
  },
)

t.test(
  'animations stay animated in webp and gif, other formats show the first frame',
  async (t) => {
    const cases = [
      { kind: 'gif', picture: await gif({ frames: 3 }) },
      { kind: 'webp', picture: await animatedWebp({ frames: 3 }) },
    ]
    for (const { kind, picture } of cases) {
      const asset = await add(picture)
      for (const [query, frameCount] of [
        ['w=32', 3],
        ['w=32&format=webp', 3],
        ['w=32&format=png', 1],
        ['w=32&format=jpeg', 1],
        ['w=32&format=avif', 1],
      ] as const) {
        const { rawPayload } = await deliver(app, asset, query)
        t.match(
          await inspectPicture(t, rawPayload),
          { frameCount, width: 32, height: 24 },
          `${kind} ${query}`,
        )
        t.same(await readCorners(rawPayload), ['red', 'green', 'blue', 'yellow'])
      }
      const { rawPayload } = await deliver(app, asset, 'w=32&format=webp')
      t.same(await readCorners(rawPayload, 1), ['green', 'blue', 'yellow', 'red'])
    }
  },
)

t.test('a higher quality gives more bytes, and has no effect on formats without one', async (t) => {
  const asset = await add(await noisePng({ width: 96, height: 96 }))
  const sizeOf = async (query: string) => (await deliver(app, asset, query)).rawPayload.length
  for (const format of ['jpeg', 'webp', 'avif']) {
    t.ok((await sizeOf(`format=${format}&q=20`)) < (await sizeOf(`format=${format}&q=90`)), format)
  }
  const [plain, asked] = [await deliver(app, asset, 'w=48'), await deliver(app, asset, 'w=48&q=5')]
  t.equal(asked.headers.etag, plain.headers.etag)
})

t.test('wrong parameters are a 400 that names all of them', async (t) => {
  const asset = await add(await png())
  const side = (name: string) => `${name} must be a whole number from 1 to 4096`
  const wrong: Record<string, string> = {
    'w=0': side('w'),
    'w=4097': side('w'),
    'w=-1': side('w'),
    'w=1.5': side('w'),
    'w=1e2': side('w'),
    'w=': side('w'),
    'w=abc': side('w'),
    'w=%2010': side('w'),
    'w=1&w=1': 'w must be given once',
    'h=0': side('h'),
    'h=99999999999999999999': side('h'),
    'fit=crop': 'fit must be one of cover, contain, fill',
    'fit=': 'fit must be one of cover, contain, fill',
    'format=gif': 'format must be one of webp, jpeg, png, avif, auto',
    'format=jpg': 'format must be one of webp, jpeg, png, avif, auto',
    'format=WEBP': 'format must be one of webp, jpeg, png, avif, auto',
    'q=0': 'q must be a whole number from 1 to 100',
    'q=101': 'q must be a whole number from 1 to 100',
    'dpr=0.5': 'dpr must be a number from 1 to 3, such as 2 or 1.5',
    'dpr=4': 'dpr must be a number from 1 to 3, such as 2 or 1.5',
    'dpr=x': 'dpr must be a number from 1 to 3, such as 2 or 1.5',
  }
  for (const [query, message] of Object.entries(wrong)) {
    const response = await deliver(app, asset, query)
    isError(t, response, 400, 'VALIDATION_FAILED')
    t.same(response.json().details, [{ field: query.split('=')[0], message }], query)
    isError(t, await deliver(app, asset, query, { 'if-none-match': '*' }), 400, 'VALIDATION_FAILED')
  }
  const fields = (await deliver(app, asset, 'w=0&h=0&fit=x&format=x&q=0&dpr=0')).json().details
  t.same(
    fields.map(({ field }: { field: string }) => field),
    ['w', 'h', 'fit', 'format', 'q', 'dpr'],
  )
})
