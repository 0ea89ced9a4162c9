import {
  createAssetSignatures,
  imageSignature,
  imageSigningText,
  publicSize,
} from '@vitrine/contracts'
import { animatedWebp, jpeg, objectSecret, webp } from '@vitrine/testing'
import { createRandom } from '@vitrine/testing/random'
import t, { type Test } from '@vitrine/testing/t'
import { anyImageQuery, inSeconds } from '../any-image-query.js'
import { build, publicUrl } from '../build.js'
import { browser, fetchOverConnection } from '../fetch-over-connection.js'
import { inspectPicture } from '../inspect-picture.js'
import { deliver, fetchWidget, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const tenant = await createTenant(t)
const project = await tenant.addProject()
const maxPublicWidth = 330
const secret = await project.addSigningKey(1)
await project.addPreset('large', { w: 500 })
await project.addPreset('plain', {})
await project.addPreset('small', { w: 100, h: 80 })

const sizes = [
  { width: 600, height: 400 },
  { width: 400, height: 900 },
  { width: 200, height: 150 },
  { width: 340, height: 120 },
]
const pictures = [
  await jpeg({ ...sizes[0], gps: true }),
  await webp(sizes[1]),
  await webp(sizes[2]),
  await animatedWebp(sizes[3]),
]
const assets = await Promise.all(
  pictures.map(async (bytes) => ({
    bytes,
    ...(await project.addPicture(bytes)),
  })),
)
const [wide, tall, little] = assets as [Asset, Asset, Asset]
type Asset = (typeof assets)[number]

// Memory, disk and the object store have what was public before.
const before = await Promise.all(
  assets.map(async (asset) => {
    const answers = await Promise.all(
      ['', 'w=500', 'v=1'].map((query) => deliver(app, asset, query)),
    )
    return { asset, etags: answers.map(({ headers }) => String(headers.etag)) }
  }),
)
await project.setExposure({ originals: 'signed', maxPublicWidth })

const acceptsWebp = { accept: 'image/webp' }

/** Whether it is small enough, not the original, and without its metadata. */
async function isPublic(t: Test, bytes: Buffer, original: Buffer = Buffer.of()): Promise<boolean> {
  const { width, height } = await inspectPicture(t, bytes)
  const isSmall = Math.max(width, height) <= maxPublicWidth
  return isSmall && !/exif/i.test(bytes.toString('latin1')) && !original.equals(bytes)
}

t.test('500 unsigned addresses give no more than the bound, and no original', async (t) => {
  const random = createRandom(20_261_129)
  const address = anyImageQuery(random)
  const answers: Record<number, number> = {}
  for (let i = 0; i < 500; i += 1) {
    const { projectId, assetId, bytes } = random.pick(assets)
    const asset = { projectId, assetId: random.chance(0.1) ? assetId.toUpperCase() : assetId }
    const query = address()
    const headers = random.pick([{}, acceptsWebp, { accept: 'image/avif,image/webp' }])
    const response = await deliver(app, asset, query, headers)
    const { statusCode, rawPayload } = response
    answers[statusCode] = (answers[statusCode] ?? 0) + 1
    const partial = await deliver(app, asset, query, { ...headers, range: 'bytes=0-9' })
    const head = await deliver(app, asset, query, headers, 'HEAD')
    t.equal(head.statusCode, statusCode, `HEAD ${query}`)
    t.equal(partial.statusCode, statusCode === 200 ? 206 : statusCode, `Range ${query}`)
    if (statusCode === 200) t.ok(await isPublic(t, rawPayload, bytes), query)
    else t.match(response.headers['cache-control'], 'no-store')
  }
  t.ok((answers[200] ?? 0) > 40 && (answers[403] ?? 0) > 100, JSON.stringify(answers))
})

t.test('the original is refused, and the answer says what to ask for', async (t) => {
  for (const query of ['', 'v=1', 'preset=plain', 'format=jpeg', 's=x', 'w=331', 'w=600']) {
    isError(t, await deliver(app, wide, query), 403, 'ORIGINAL_PRIVATE')
  }
  t.match((await deliver(app, wide)).json().message, /ask for w=330 or less/)
  t.match((await deliver(app, tall)).json().message, /ask for w=146 or less/)
  for (const query of ['', 'v=1', `exp=${inSeconds(60)}`, 'utm_source=x']) {
    isError(t, await deliver(app, little, query), 403, 'ORIGINAL_PRIVATE')
  }
})

t.test('validators of answers that were public do not get a 304', async (t) => {
  for (const { asset, etags } of before) {
    for (const etag of [...etags, '*']) {
      for (const headers of [
        { 'if-none-match': etag },
        { 'if-range': etag, range: 'bytes=0-99' },
      ]) {
        isError(t, await deliver(app, asset, '', headers), 403, 'ORIGINAL_PRIVATE')
        const head = await deliver(app, asset, 'v=1', headers, 'HEAD')
        t.equal(head.statusCode, 403)
      }
    }
  }
})

t.test(
  'a size or a preset that a small picture already has gives its pixels, not its file',
  async (t) => {
    for (const query of [
      'w=200',
      'w=4096',
      'w=200&h=150',
      'format=webp',
      'preset=plain',
      'preset=large',
    ]) {
      const response = await deliver(app, little, query)
      t.equal(response.statusCode, 200, query)
      t.ok(await isPublic(t, response.rawPayload, little.bytes), query)
      t.match(await inspectPicture(t, response.rawPayload), sizes[2])
    }
  },
)

t.test('a signature by a key of the project, or by the services, gives all', async (t) => {
  const own = createAssetSignatures([objectSecret])
  for (const asset of assets) {
    for (const query of [{ v: '1' }, { v: '1', exp: inSeconds(60) }, { w: '400' }] as const) {
      const s = `k1.${imageSignature(secret, imageSigningText(asset, query))}`
      const sent = String(new URLSearchParams({ ...query, s }))
      t.equal((await deliver(app, asset, sent)).statusCode, 200, sent)
    }
    const exp = inSeconds(60)
    const signed = `exp=${exp}&s=${own.sign(asset, Number(exp))}`
    const original = await deliver(app, asset, signed)
    t.ok(original.rawPayload.equals(asset.bytes))
    t.match(original.headers['cache-control'], /max-age=\d\d?, must-revalidate/)
    t.equal((await deliver(app, asset, `${signed}&w=400&h=300&fit=fill`)).statusCode, 200)
    const later = signed.replace(exp, inSeconds(3600))
    isError(t, await deliver(app, asset, later), 403, 'ORIGINAL_PRIVATE')
    const elsewhere = assets.find((other) => other !== asset) ?? asset
    isError(t, await deliver(app, elsewhere, signed), 403, 'ORIGINAL_PRIVATE')
    const past = `exp=1&s=${own.sign(asset, 1)}`
    isError(t, await deliver(app, asset, past), 403, 'TRANSFORMATION_REFUSED')
  }
})

for (const transformations of ['any', 'listed', 'signed'] as const) {
  t.test(`${transformations}: a widget and its embed go on working`, async (t) => {
    await project.setTransformations(transformations)
    const assetIds = assets.map(({ assetId }) => assetId)
    const { slug } = await project.addWidget({ assetIds })
    const { key } = await project.addKey()
    const { assets: shown } = (await fetchWidget(app, slug, key)).json()
    for (const [i, { url, width, height }] of shown.entries()) {
      const own = sizes[i] ?? { width: 0, height: 0 }
      t.same({ width, height }, publicSize(own, { originals: 'signed', maxPublicWidth }))
      for (const query of [`w=${width}`, `w=${width}&format=auto`]) {
        const response = await app.inject({
          url: `${new URL(url).pathname}?${query}`,
          headers: acceptsWebp,
        })
        t.equal(response.statusCode, 200, `${transformations} ${query}`)
        t.ok(await isPublic(t, response.rawPayload, pictures[i]))
      }
      isError(t, await app.inject(new URL(url).pathname), 403, 'ORIGINAL_PRIVATE')
    }
    const page = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, browser)
    const addresses = [...page.text.matchAll(/[^\s",]*[/]deliver[/][^\s",?]*[?][^\s",]*/g)].map(
      ([found]) => found.replaceAll('&amp;', '&'),
    )
    t.ok(addresses.length > assets.length)
    for (const address of new Set(addresses)) {
      const response = await app.inject(address.replace(publicUrl, ''))
      t.equal(response.statusCode, 200, address)
      t.ok(await isPublic(t, response.rawPayload), address)
    }
    const exp = inSeconds(60)
    const signed = `exp=${exp}&s=${createAssetSignatures([objectSecret]).sign(wide, Number(exp))}`
    t.equal((await deliver(app, wide, signed)).statusCode, 200, 'a signature is enough')
    await project.setTransformations('any')
  })
}

t.test('public again: the original is everybody’s', async (t) => {
  await project.setExposure({ originals: 'public' })
  t.ok((await deliver(app, wide)).rawPayload.equals(wide.bytes))
  t.equal((await deliver(app, wide, 'w=600&format=png')).statusCode, 200)
})
