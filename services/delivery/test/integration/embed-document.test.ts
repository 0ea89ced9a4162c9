import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { readBuild } from '../../src/resources/embed/scripts/build.js'
import { build } from '../build.js'
import { createTenant } from '../tenant.js'

type Operation = {
  responses: Record<string, { content?: object }>
  'x-vitrine-errors': Record<string, string[]>
}
type Document = { paths: Record<string, Record<string, Operation>> }

const isIn = (codes: readonly string[]) => (code: string) => codes.includes(code)

t.test('the document describes pages and scripts, their types and errors', async (t) => {
  const app = await build(t)
  const { paths } = (await app.inject('/api/v1/openapi.json')).json<Document>()
  const described = {
    '/embed/{widgetSlug}': ['text/html', 400, 401, 403, 404, 412, 429, 503],
    '/embed/v1.js': ['text/javascript', 412, 429],
    '/embed/v1-{sha256}.js': ['text/javascript', 404, 412, 429, 503],
    '/embed/v1/{build}/{part}': ['text/javascript, text/css', 404, 412, 429, 503],
    '/embed/{widgetSlug}.css': ['text/css', 401, 403, 404, 412, 429, 503],
    '/embed/custom-elements.json': ['application/json', 412, 429],
    '/embed/v1.d.ts': ['application/typescript', 412, 429],
  } as const
  for (const [path, [type, ...errors]] of Object.entries(described)) {
    for (const method of ['get', 'head']) {
      const { responses = {} } = paths[path]?.[method] ?? {}
      t.ok(responses[304], `${method} ${path}: 304`)
      for (const status of errors) t.ok(responses[status], `${method} ${path}: ${status}`)
      const types = Object.keys(responses[200]?.content ?? {}).join(', ')
      t.equal(types, method === 'get' ? type : '', `${method} ${path}`)
    }
  }
})

t.test('the document lists the errors that occur under load, and no others', async (t) => {
  const app = await build(t)
  const { paths } = (await app.inject('/api/v1/openapi.json')).json<Document>()
  const codesOf = (path: string) =>
    ['get', 'head'].map((method) =>
      Object.values(paths[path]?.[method]?.['x-vitrine-errors'] ?? {}).flat(),
    )
  const ofStore = ['STORE_UNAVAILABLE', 'STORE_MISCONFIGURED', 'OVERLOADED']
  for (const codes of codesOf('/embed/v1/{build}/{part}')) t.ok(ofStore.every(isIn(codes)))
  // The entry is that of the running build.
  for (const codes of codesOf('/embed/v1.js')) t.notOk(ofStore.some(isIn(codes)))
  for (const codes of codesOf('/embed/{widgetSlug}')) t.ok(codes.includes('OVERLOADED'))
  const tooLarge = ['IMAGE_TOO_LARGE', 'IMAGE_TOO_COSTLY']
  for (const codes of codesOf('/api/v1/deliver/{projectId}/{assetId}')) {
    t.ok(tooLarge.every(isIn(codes)))
  }
})

t.test('the answers match the document', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const { slug } = await project.addWidget()
  // Starts like the pinned entry.
  const alike = await project.addWidget({ slug: freshName('v1-c0ffee') })
  const scripts = readBuild()
    .filter(({ path }) => !path.endsWith('parts.json'))
    .map(({ path }) => [`/embed/${path}`, 200] as const)
  const unknown = 'c0ffee'.padEnd(64, '0')
  const cases = [
    [`/embed/${slug}?api_key=${key}`, 200],
    [`/embed/${alike.slug}?api_key=${key}`, 200],
    [`/embed/${slug}?api_key=${key}&lang=no+tag`, 400],
    [`/embed/${slug}`, 401],
    [`/embed/${slug}.css?api_key=${key}`, 200],
    [`/embed/${slug}.css`, 401],
    [`/embed/no-${slug}.css?api_key=${key}`, 404],
    ['/embed/oembed', 404],
    ['/embed/no.such.file', 404],
    [`/embed/no-${slug}?api_key=${key}`, 404],
    [`/embed/v1-${unknown}.js`, 404],
    [`/embed/v1/${unknown}/grid.js`, 404],
    [`/embed/v1/grid-AAAAAAAA.js?api_key=${key}`, 404],
    ...scripts,
  ] as const
  for (const [url, status] of cases) {
    // A call rejects if its answer is not in the document.
    const { statusCode, headers } = await app.inject({ url })
    t.equal(statusCode, status, url)
    t.equal((await app.inject({ url, method: 'HEAD' })).statusCode, status, url)
    if (status !== 200) continue
    const etag = String(headers.etag)
    for (const [name, expected] of [
      ['if-none-match', 304],
      ['if-match', 200],
    ] as const) {
      const { statusCode } = await app.inject({ url, headers: { [name]: etag } })
      t.equal(statusCode, expected, `${name} ${url}`)
    }
    const other = await app.inject({ url, headers: { 'if-match': '"other"' } })
    t.equal(other.statusCode, 412, url)
  }
})
