import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project, url: path } = await createScene(t)
const widget = `${path}/widgets/${(await createWidget(owner, project.id)).id}`
const asset = `${path}/assets/${(await upload(owner, project.id)).id}`

/** The same JSON as an object and as a text. */
const bothWays = (field: string, object: string) => [
  `{"${field}":${object}}`,
  `{"${field}":${JSON.stringify(object)}}`,
]

t.test('a number that cannot be stored exactly is rejected by field', async (t) => {
  for (const number of ['1e400', '-1e400', '12345678901234567890', '0.1000000000000000000001']) {
    for (const [url, field] of [
      [widget, 'config'],
      [widget, 'theme'],
      [asset, 'metadata'],
    ] as const) {
      for (const body of bothWays(field, `{"a":{"b":[0,${number}]}}`)) {
        const fields = [`${field}.a.b[1]`]
        isError(t, await owner.put(url, body), 400, 'VALIDATION_FAILED', { fields, what: body })
      }
    }
  }
  t.match((await owner.get(widget)).json(), { config: {}, theme: {} })
})

t.test('a new widget is validated in the same way', async (t) => {
  const rest = `"name":"W","slug":"${freshName('w')}","layout":"GRID","assetIds":[]`
  const response = await owner.post(`${path}/widgets`, `{${rest},"config":{"x":1e400}}`)
  isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['config.x'] })
})

t.test('every other number is returned with the value that was sent', async (t) => {
  for (const body of bothWays(
    'config',
    '{"a":0.1,"b":1.50,"c":1e3,"d":-12.5e-1,"e":9007199254740992}',
  )) {
    const response = await owner.put(widget, body)
    t.equal(response.statusCode, 200, response.body)
    const { config } = (await owner.get(widget)).json()
    t.same(config, { a: 0.1, b: 1.5, c: 1000, d: -1.25, e: 9007199254740992 })
    t.same(response.json().config, config)
  }
})

t.test('a lone surrogate is rejected in names, queries and paths', async (t) => {
  const table: [url: string, body: string, field: string][] = [
    ['/api/auth/me', '{"name":"a\\ud800b"}', 'name'],
    [`/api/organizations/${owner.organizationId}`, '{"name":"\\udc00"}', 'name'],
    [widget, '{"name":"\\ud800"}', 'name'],
  ]
  for (const [url, body, field] of table) {
    const response = await owner.put(url, body)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field], what: url })
  }
  t.equal((await owner.get('/api/auth/me')).json().name, 'Ada Example')
  for (const query of ['q=%ED%A0%80', 'q=a%ff', 'page=0&q=%zz', 'q=%']) {
    const response = await owner.get(`${path}/widgets?${query}`)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['q'], what: query })
  }
  t.equal((await owner.get(`${path}/widgets?q=%F0%9F%8E%89+a`)).statusCode, 200)
  isError(t, await owner.get(`${path}/widgets/%ED%A0%80`), 400, 'MALFORMED_URL')
})
