import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchWidget, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const tenant = await createTenant(t)
const project = await tenant.addProject()
const { slug } = await project.addWidget()
const allowedOrigins = ['https://shop.example', 'https://*.shop.example:8443']
const { key } = await project.addKey({ allowedOrigins })

const cases: [headers: Record<string, string>, status: 200 | 403][] = [
  [{ origin: 'https://shop.example' }, 200],
  [{ origin: 'https://a.b.shop.example:8443' }, 200],
  [{ referer: 'https://shop.example/page?x=1' }, 200],
  [{ origin: 'https://shop.example', referer: 'https://evil.com/' }, 200],
  [{ origin: 'https://shop.example.evil.com' }, 403],
  [{ origin: 'https://shop.example:8443' }, 403],
  [{ origin: 'http://shop.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'null', referer: 'https://shop.example/' }, 403],
  [{ referer: 'https://evil.com/?https://shop.example/' }, 403],
  [{}, 403],
]

t.test('a key with origins works on their pages only', async (t) => {
  for (const [headers, status] of cases) {
    const what = JSON.stringify(headers)
    const inHeader = await fetchWidget(app, slug, key, headers)
    const inQuery = await app.inject({ url: `/api/v1/widgets/${slug}?api_key=${key}`, headers })
    for (const response of [inHeader, inQuery]) {
      if (status === 200) t.equal(response.statusCode, 200, what)
      else isError(t, response, 403, 'ORIGIN_NOT_ALLOWED')
    }
    const head = await fetchWidget(app, slug, key, headers, 'HEAD')
    t.equal(head.statusCode, status, what)
  }
})

t.test('other pages do not learn whether a widget exists', async (t) => {
  isError(t, await fetchWidget(app, 'no-such-widget', key), 403, 'ORIGIN_NOT_ALLOWED')
})
