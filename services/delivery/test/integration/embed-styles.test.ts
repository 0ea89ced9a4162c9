import { renderStyles } from '@vitrine/embed'
import { png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchOverConnection } from '../fetch-over-connection.js'
import { createTenant } from '../tenant.js'

const picture = await png({ width: 8, height: 8 })

const app = await build(t)
const project = await (await createTenant(t)).addProject()
const { key } = await project.addKey()

t.test('a widget has a stylesheet, for those who may see it', async (t) => {
  const [anywhere, somewhere] = [
    await project.addKey(),
    await project.addKey({ allowedOrigins: ['https://a.example'] }),
  ]
  const assetIds = [await project.addAsset(picture)]
  // Each is rendered here, or on a thread if its pictures have many texts.
  for (const altText of ['', 'x'.repeat(20_000)]) {
    const items = [{ altText }]
    const { slug } = await project.addWidget({ layout: 'MASONRY', assetIds, items })
    const widget = await fetchOverConnection(app, `/api/v1/widgets/${slug}`, {
      'x-api-key': anywhere.key,
    })
    const path = `/embed/${slug}.css`
    const { status, headers, text } = await fetchOverConnection(
      app,
      `${path}?api_key=${anywhere.key}`,
    )
    t.equal(status, 200)
    t.equal(text, renderStyles(JSON.parse(widget.text)))
    t.match(headers, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'X-API-Key, Origin, Referer, Accept-Encoding',
    })
    const known = { 'if-none-match': String(headers.etag) }
    const again = await fetchOverConnection(app, `${path}?api_key=${anywhere.key}`, known)
    t.equal(again.status, 304)
    const cases = [
      [undefined, 'https://a.example', 401],
      [somewhere.key, 'https://a.example', 200],
      [somewhere.key, 'https://b.example', 403],
      [somewhere.key, undefined, 403],
    ] as const
    for (const [key, origin, expected] of cases) {
      const { status } = await fetchOverConnection(app, path, {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(origin !== undefined && { origin }),
      })
      t.equal(status, expected, `${key} from ${origin}`)
    }
  }
})

t.test('a widget whose slug is a reserved name is served with its key', async (t) => {
  for (const slug of ['oembed', 'v1', 'preview']) {
    await project.addWidget({ slug })
    for (const path of [`/embed/${slug}`, `/embed/${slug}.css`]) {
      const { status } = await fetchOverConnection(app, `${path}?api_key=${key}`)
      t.equal(status, 200, path)
    }
  }
})
