import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { answersFromMemory } from '../answers-from-memory.js'
import { build } from '../build.js'
import { createTenant } from '../tenant.js'

const project = await (await createTenant(t)).addProject()
const { key } = await project.addKey()
const assetId = await project.addAsset(await jpeg({ width: 640, height: 480 }))
const assetIds = [assetId]
const { slug } = await project.addWidget({ assetIds, config: { caption: 'long '.repeat(500) } })
const image = `/api/v1/deliver/${project.id}/${assetId}`

const cases: [name: string, url: string, headers: Record<string, string>][] = [
  ['a widget', `/api/v1/widgets/${slug}`, { 'x-api-key': key }],
  ['a compressed widget', `/api/v1/widgets/${slug}`, { 'x-api-key': key, 'accept-encoding': 'br' }],
  ['a page', `/embed/${slug}?api_key=${key}`, {}],
  ['a script', '/embed/v1.js', { 'accept-encoding': 'gzip' }],
  ['an original', image, {}],
  ['a rendition', `${image}?w=320&format=webp`, {}],
  ['a part of a rendition', `${image}?w=300&format=webp`, { range: 'bytes=0-9' }],
]

for (const LOG_LEVEL of ['silent', 'debug'] as const) {
  t.test(`answers from memory wait for no I/O with LOG_LEVEL=${LOG_LEVEL}`, async (t) => {
    const app = await build(t, { LOG_LEVEL }, { logStream: { write: () => undefined } })
    for (const [name, url, headers] of cases) {
      const { headers: answered } = await app.inject({ url, headers })
      const etag = String(answered.etag)
      for (const method of ['GET', 'HEAD'] as const) {
        if (method === 'HEAD' && url === image) continue
        // Try again if the lease lapsed in between, on a busy machine.
        await until(() => answersFromMemory(app, { url, method, headers }))
        const known = { ...headers, 'if-none-match': etag }
        await until(() => answersFromMemory(app, { url, method, headers: known }))
        t.pass(`${method} ${name}, with 200 and 304`)
      }
    }
    const wrongKey = { 'x-api-key': 'vk_wrong' }
    const widget = `/api/v1/widgets/${slug}`
    t.ok(
      await answersFromMemory(app, { url: widget, headers: wrongKey }),
      'a key without a checksum',
    )
  })
}

t.test('an answer that is not in memory waits for I/O', async (t) => {
  const app = await build(t, { RENDITION_MEMORY_BYTES: 0 })
  await app.inject('/api/v1/healthz')
  for (const [name, url, headers] of cases) {
    // It is rendered from the widget, which is in memory by then.
    if (name === 'a page') continue
    t.notOk(await answersFromMemory(app, { url, headers }), name)
  }
  t.notOk(await answersFromMemory(app, { url: image }), 'no image is cached in memory')
})
