import t from '@vitrine/testing/t'
import { createApp, documentApi, documentErrors } from '../../src/index.js'

const documentation = {
  service: 'Test',
  title: 'Things',
  description: 'Of things.',
  path: '/openapi.json',
  securitySchemes: {},
}

const app = createApp({ logLevel: 'silent' })
await documentApi(app, documentation, 'https://things.example')
await app.register(async (scope) => {
  documentErrors(scope, ['FORBIDDEN'])
  const config = { openapi: { errors: ['WIDGET_NOT_FOUND'] } } as const
  scope.get('/things/:id', { config }, async () => ({}))
})
app.get('/other', async () => ({}))
await app.ready()
t.teardown(() => app.close())

t.test('a client that has the document is told so, with a tag for every encoding', async (t) => {
  const first = await app.inject('/openapi.json')
  t.match(first, {
    statusCode: 200,
    headers: { 'cache-control': 'no-cache', etag: /^W\/"[\w-]+"$/ },
  })
  const { etag } = first.headers
  const ask = (tag: string) =>
    app.inject({ url: '/openapi.json', headers: { 'if-none-match': tag } })
  t.match(await ask(`${etag}`), { statusCode: 304, body: '', headers: { etag } })
  t.match(await ask('"another"'), { statusCode: 200, body: first.body })
})

t.test('the document says where it belongs, and which calls are public', async (t) => {
  const { info, servers, paths } = (await app.inject('/openapi.json')).json()
  t.match(servers, [{ url: 'https://things.example' }])
  t.match(info, { contact: { url: 'https://things.example' }, license: { identifier: 'MIT' } })
  t.same(paths['/other'].get.security, [])
})

t.test('an operation has the codes of its route, of its scope and of every call', async (t) => {
  const { info, paths } = (await app.inject('/openapi.json')).json()
  t.match(paths['/things/{id}'].get['x-vitrine-errors'], {
    403: ['FORBIDDEN'],
    404: ['ROUTE_NOT_FOUND', 'WIDGET_NOT_FOUND'],
    500: ['INTERNAL'],
  })
  t.match(paths['/things/{id}'].get.responses[404].description, /WIDGET_NOT_FOUND/)
  t.notOk(paths['/other'].get.responses[403])
  t.match(info.description, /\| 404 \| `WIDGET_NOT_FOUND` \| .+ \| .+ \|/)
  t.notMatch(info.description, /FOLDER_NOT_FOUND/, 'only codes that occur are explained')
})
