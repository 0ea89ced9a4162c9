import { heic, jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const project = await (await createTenant(t)).addProject()
const add = project.addPicture
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
const old = 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5'

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

t.test('Accept is evaluated for every request', async (t) => {
  const asset = await add(await jpeg({ width: 640, height: 480 }))
  const typeFor = async (accept: string) =>
    (await deliver(app, asset, 'w=100&format=auto', { accept })).headers['content-type']
  for (const _ of ['cold', 'warm']) {
    t.equal(await typeFor('image/avif'), 'image/avif')
    t.equal(await typeFor('image/webp'), 'image/webp')
    t.equal(await typeFor('image/*'), 'image/jpeg')
  }
})
