// Needs a process of its own: it measures CPU time of the main thread.
import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createCpuMeter, png } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { createTenant } from '../tenant.js'

const picture = await png({ width: 8, height: 8 })

/** 500 pictures with captions of 2,000 characters. */
async function largeWidget(t: Test) {
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const altText = Array.from({ length: 250 }, (_, i) => `word${i % 90}`.padEnd(7)).join(' ')
  const id = await project.addAsset(picture, { altText: altText.slice(0, 2000) })
  const assetIds = Array.from({ length: 500 }, () => id)
  return { key, ...(await project.addWidget({ assetIds, config: { showCaptions: true } })) }
}

t.test(
  'the page of a large widget blocks the main thread for no longer than 50,000 parsed keys',
  async (t) => {
    const app = await build(t, {})
    const { key, slug } = await largeWidget(t)
    const fetch = (lang: string, method: 'GET' | 'HEAD' = 'HEAD') =>
      app.inject({ method, url: `/embed/${slug}?api_key=${key}&lang=${lang}` })
    t.ok((await fetch('en', 'GET')).payload.length > 1_000_000)
    // Each language has its own page, so no answer comes from memory.
    const languages = ['ar', 'cs', 'da', 'de', 'es', 'fi', 'fr', 'he', 'it', 'ja', 'ko', 'nl']
    const most = 50_000
    const keys = await createCpuMeter().leastKeys(async () => {
      const language = languages.shift() ?? 'en'
      t.equal((await fetch(language)).statusCode, 200)
    }, most)
    t.ok(keys <= most, `${keys} keys`)
  },
)

t.test('a page and a widget are compressed if the client accepts it', async (t) => {
  const app = await build(t, {})
  const { key, slug } = await largeWidget(t)
  for (const url of [`/embed/${slug}?api_key=${key}`, `/api/v1/widgets/${slug}?api_key=${key}`]) {
    const plain = await app.inject(url)
    t.equal(plain.headers['content-encoding'], undefined, url)
    t.match(plain.headers.vary, /Accept-Encoding/)
    const tags = new Set([plain.headers.etag])
    const table = [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const
    for (const [encoding, decompress] of table) {
      const headers = { 'accept-encoding': encoding }
      const answer = await app.inject({ url, headers })
      t.equal(answer.headers['content-encoding'], encoding)
      t.ok(answer.rawPayload.length < plain.rawPayload.length / 4)
      t.ok(decompress(answer.rawPayload).equals(plain.rawPayload), 'the same content')
      const { etag } = answer.headers
      const unchanged = await app.inject({ url, headers: { ...headers, 'if-none-match': etag } })
      t.equal(unchanged.statusCode, 304)
      tags.add(etag)
    }
    t.equal(tags.size, 3, 'each encoding has a separate strong tag')
    const refused = await app.inject({ url, headers: { 'accept-encoding': 'br;q=0' } })
    t.equal(refused.headers['content-encoding'], undefined)
  }
})

t.test('small answers and images are not compressed', async (t) => {
  const app = await build(t, {})
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const id = await project.addAsset(picture, { altText: randomBytes(8).toString('hex') })
  const { slug } = await project.addWidget({ assetIds: [id] })
  const paths = [`/api/v1/widgets/${slug}?api_key=${key}`, `/api/v1/deliver/${project.id}/${id}`]
  for (const url of paths) {
    const { headers, statusCode } = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    t.equal(statusCode, 200)
    t.equal(headers['content-encoding'], undefined, url)
  }
})
