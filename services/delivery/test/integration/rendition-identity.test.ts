import { avif, heic, jpeg, png, tiff, webp } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const project = await (await createTenant(t)).addProject()
const add = async (picture: Buffer) => ({
  projectId: project.id,
  assetId: await project.addAsset(picture),
})
const strong = /^"[\w.-]+"$/

t.test('every spelling of one rendition has one ETag and the same bytes', async (t) => {
  const asset = await add(await jpeg({ width: 800, height: 600 }))
  const families = [
    [
      'w=400',
      'w=0400',
      'w=400&h=300',
      'h=300&w=400',
      'h=300',
      'w=400&h=300&fit=fill',
      'w=400&h=400&fit=contain',
      'w=200&dpr=2',
      'w=400&format=jpeg',
      'w=400&q=77',
      'w=400&utm_source=x&utm_source=y',
      'w=400&W=5&width=7&__proto__=1',
    ],
    ['w=400&format=webp', 'format=webp&w=400', 'format=webp&w=400&q=77&h=300'],
    ['w=300&h=300', 'w=300&h=300&fit=cover', 'w=100&dpr=3&h=100'],
  ]
  const seen = new Set<unknown>()
  for (const family of families) {
    const first = await deliver(app, asset, family[0])
    t.match(first.headers.etag, strong)
    t.notOk(seen.has(first.headers.etag), `${family[0]} has one of its own`)
    seen.add(first.headers.etag)
    for (const query of family) {
      const response = await deliver(app, asset, query)
      t.equal(response.headers.etag, first.headers.etag, query)
      t.ok(response.rawPayload.equals(first.rawPayload))
    }
  }
})

t.test('different renditions, and those of different pictures, have different ETags', async (t) => {
  const one = await add(await jpeg({ width: 80, height: 60 }))
  const other = await add(await jpeg({ width: 80, height: 60, quality: 91 }))
  const queries = ['', 'w=40', 'w=41', 'w=40&h=40', 'w=40&q=81', 'w=40&format=webp', 'format=png']
  const etags: unknown[] = []
  for (const asset of [one, other]) {
    for (const query of queries) etags.push((await deliver(app, asset, query)).headers.etag)
  }
  t.equal(new Set(etags).size, 2 * queries.length)
})

t.test('a request that equals the original gets the original', async (t) => {
  const picture = await jpeg({ width: 80, height: 60, orientation: 6, gps: true })
  const asset = await add(picture)
  const original = await deliver(app, asset)
  const queries = [
    'w=80',
    'h=60',
    'w=80&h=60',
    'w=4096',
    'w=4096&h=3072&fit=fill',
    'format=jpeg',
    'dpr=2',
    'fit=contain',
    'nothing=known',
  ]
  for (const query of queries) {
    const response = await deliver(app, asset, query)
    t.equal(response.headers.etag, original.headers.etag, query)
    t.ok(response.rawPayload.equals(picture), query)
  }
})

const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const safari = 'image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png,*/*;q=0.5'
const old = 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5'

t.test('format=auto selects the best type in Accept, and sets Vary', async (t) => {
  const photo = await add(await jpeg())
  const drawing = await add(await png({ alpha: true }))
  const modern = await add(await webp())
  const seeThrough = await add(await webp({ alpha: true }))
  const newest = await add(await avif())
  const phone = await add(heic())
  const scan = await add(await tiff())
  const cutOut = await add(heic('alpha'))
  const cases = [
    [photo, chrome, 'avif'],
    [photo, safari, 'avif'],
    [photo, old, 'jpeg'],
    [photo, '*/*', 'jpeg'],
    [photo, undefined, 'jpeg'],
    [photo, 'image/webp', 'webp'],
    [photo, 'IMAGE/WEBP', 'webp'],
    [photo, 'image/avif;q=0, image/webp', 'webp'],
    [photo, 'image/avif;q=0, image/webp;q=0', 'jpeg'],
    [drawing, chrome, 'avif'],
    [drawing, old, 'png'],
    [modern, old, 'jpeg'],
    [seeThrough, old, 'png'],
    ...([phone, scan] as const).flatMap(
      (asset) =>
        [
          [asset, chrome, 'avif'],
          [asset, safari, 'avif'],
          [asset, old, 'jpeg'],
        ] as const,
    ),
    [cutOut, old, 'png'],
    [newest, old, 'jpeg'],
    [newest, chrome, 'avif'],
    [modern, 'image/webp', 'webp'],
  ] as const
  for (const [asset, accept, format] of cases) {
    for (const query of ['format=auto', 'format=auto&w=20']) {
      const response = await deliver(app, asset, query, accept ? { accept } : {})
      t.equal(response.headers['content-type'], `image/${format}`, `${query} ${accept}`)
      t.equal(response.headers.vary, 'Accept')
    }
  }
})

t.test('a negotiated answer equals the one requested by name', async (t) => {
  const asset = await add(await jpeg())
  const named = await deliver(app, asset, 'w=20&format=webp')
  const negotiated = await deliver(app, asset, 'w=20&format=auto', { accept: 'image/webp' })
  t.equal(negotiated.headers.etag, named.headers.etag)
  t.ok(negotiated.rawPayload.equals(named.rawPayload))
  const original = await deliver(app, asset)
  const untouched = await deliver(app, asset, 'format=auto', { accept: old })
  t.equal(untouched.headers.etag, original.headers.etag)
  t.equal(untouched.headers.vary, 'Accept')
})

t.test('an answer that does not depend on Accept has no Vary', async (t) => {
  const asset = await add(await jpeg())
  for (const query of ['', 'w=20', 'w=20&format=webp']) {
    t.equal((await deliver(app, asset, query, { accept: chrome })).headers.vary, undefined, query)
  }
})

t.test('types that browsers do not show are delivered as others, with any parameter', async (t) => {
  for (const [contentType, original] of [
    ['image/heic', heic()],
    ['image/tiff', await tiff()],
  ] as const) {
    const asset = await add(original)
    for (const query of ['', 'v=1', 'dpr=2', 'fit=contain']) {
      const response = await deliver(app, asset, query)
      t.equal(response.headers['content-type'], contentType, query)
      t.ok(response.rawPayload.equals(original), query)
    }
    for (const query of ['w=64', 'w=20', 'h=48', 'q=70', 'format=jpeg', 'w=4096&h=4096']) {
      const response = await deliver(app, asset, query)
      t.equal(response.headers['content-type'], 'image/jpeg', query)
    }
  }
})

t.test('a wide gamut is kept in AVIF and WebP, and nowhere else', async (t) => {
  const asset = await add(heic('p3'))
  const hasProfile = async (query: string, accept: string) => {
    const { rawPayload } = await deliver(app, asset, query, { accept })
    // The signature of an ICC profile.
    return rawPayload.includes('acsp')
  }
  t.equal(await hasProfile('w=64&format=auto', chrome), true)
  t.equal(await hasProfile('w=64&format=webp', '*/*'), true)
  t.equal(await hasProfile('w=64&format=auto', old), false)
  t.equal(await hasProfile('w=64&format=png', chrome), false)
})
