import { randomUUID } from 'node:crypto'
import { describedCalls, type OpenApiDocument, type Schema } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { LightMyRequestResponse } from 'fastify'
import { build } from '../build.js'
import { register } from '../client.js'
import { endpoints, nameOf } from '../endpoints.js'
import { createOneOfEach } from '../one-of-each.js'

const app = await build(t)
const owner = await register(app)
const place: Record<string, string> = await createOneOfEach(app, owner)
const project = `/api/projects/${place.projectId}`

/** A value of each type, and values that are nearly valid. */
const wrongValues: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e9, '', 'x', 'x'.repeat(3000), 'a\u0000b', '2026-02-30T00:00:00'],
  ...['{', [], [null], ['', ' '], {}, { x: [1] }],
]
const inQuery: readonly string[] = [
  '',
  'x',
  '-1',
  '1.5',
  '501',
  'true',
  'a%00b',
  'x'.repeat(300),
  '[]',
]

/** Wording of validators and parsers that must not reach users. */
const jargon = [
  /must (not )?(be|have|match) (a )?(object|string|number|array|boolean|null|integer)\b(?! (?:\w+ (?:to|of|at)|from \d))/i,
  /,null|,string|,object|fewer than|more than \d+ (items|characters|properties)|additional propert/i,
  /must NOT|must match|should|schema|pattern|regular expression|regex|keyword|instance/i,
  /undefined|\[object|NaN|SyntaxError|Unexpected|token '|prototype propert|FST_|a value$/i,
]

type Body = { message: string; details?: { field: string; message: string }[] }

/** Asserts that an error message is readable and names the field and the expected value. */
function isReadable(t: Test, response: LightMyRequestResponse, what: string): void {
  if (response.statusCode < 400) return
  t.ok(response.statusCode < 500, `${what}: ${response.body}`)
  const { message, details = [] } = response.json<Body>()
  const sentences = [message, ...details.map((detail) => `${detail.field} ${detail.message}`)]
  const faulty = sentences.filter((sentence) => jargon.some((words) => words.test(sentence)))
  const unnamed = details.filter(({ field }) => field === '')
  const repeated = new Set(sentences.slice(1)).size < details.length ? sentences : []
  t.same({ faulty, unnamed, repeated }, clean, what)
}
const clean = { faulty: [], unnamed: [], repeated: [] }

const document = (await app.inject('/api/openapi.json')).json<OpenApiDocument>()
/** Excludes calls whose success would remove what the other calls need. */
const calls = describedCalls(document).filter(({ method }) => method !== 'DELETE')
const urlOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => place[name] ?? randomUUID())

function propertiesOf(schema: Schema): [name: string, schema: Schema][] {
  const { $ref, oneOf = [], properties = {} } = schema
  if (typeof $ref === 'string') {
    return propertiesOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  }
  const own = Object.entries(properties as Record<string, Schema>)
  return [...own, ...(oneOf as Schema[]).flatMap(propertiesOf)]
}

/** The sentences depend on the name and the schema alone, and many calls share them. */
const seenFields = new Set<string>()
function isNew(place: 'body' | 'query', name: string, schema: Schema): boolean {
  const field = JSON.stringify([place, name, schema])
  return !seenFields.has(field) && seenFields.add(field).size > 0
}

for (const { method, path, operation } of calls) {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema === undefined) continue
  t.test(`${method} ${path}: every invalid value of every field is explained`, async (t) => {
    const url = urlOf(path)
    const send = (body: unknown) =>
      owner.send({
        ...{ method: method as 'POST', url, payload: JSON.stringify(body) },
        headers: { 'content-type': 'application/json' },
      })
    for (const body of [null, [], 1, 'x', {}]) {
      isReadable(t, await send(body), `${JSON.stringify(body)}`)
    }
    const fields = propertiesOf(schema).filter(([name, one]) => isNew('body', name, one))
    for (const name of [...fields.map(([name]) => name), 'colour', 'nam']) {
      const isKnown = fields.some(([field]) => field === name)
      for (const value of isKnown ? wrongValues : [1]) {
        const what = `${name} = ${JSON.stringify(value).slice(0, 40)}`
        isReadable(t, await send({ [name]: value }), what)
      }
    }
  })
}

t.test('every invalid value of every query parameter is explained', async (t) => {
  for (const { method, path, operation } of calls.filter(({ method }) => method === 'GET')) {
    const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query')
    for (const { name } of parameters.filter(({ name, schema }) => isNew('query', name, schema))) {
      for (const value of inQuery) {
        const response = await owner.get(`${urlOf(path)}?${name}=${value}`)
        isReadable(t, response, `${method} ${path}?${name}=${value.slice(0, 20)}`)
      }
    }
  }
})

t.test('every call rejects an unknown query parameter and names it', async (t) => {
  const called = endpoints.filter(({ role, path }) => role || /\/(me|organizations)$/.test(path))
  for (const endpoint of called.filter(({ method, role }) => role || method === 'GET')) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const request = { ...(await endpoint.request?.()), method: endpoint.method }
    const response = await owner.send({ ...request, url: `${urlOf(path)}?pagee=1` })
    t.match(response.json(), { status: 400, details: [{ field: 'pagee' }] }, nameOf(endpoint))
    isReadable(t, response, nameOf(endpoint))
  }
  const misspelt = await owner.get(`${project}/assets?sise=5`)
  t.equal(misspelt.json().message, 'sise is not a query parameter here; did you mean size?')
})

t.test('problems in config and theme are reported together with the others', async (t) => {
  const url = `${project}/widgets`
  const wrong = { config: { columns: 99, gap: -1 }, theme: '{"padding":"x"}' }
  const fields = ['config.columns', 'config.gap', 'name', 'theme.padding']
  const fieldsOf = (response: LightMyRequestResponse) =>
    response
      .json<Body>()
      .details?.map(({ field }) => field)
      .sort()
  const base = { slug: 'x', assetIds: [], layout: 'GRID' }
  const created = await owner.post(url, { ...base, name: '', ...wrong })
  t.same(fieldsOf(created), fields)
  t.match(created.json().message, / 3 more problems are listed in details\.$/)
  t.same(fieldsOf(await owner.put(`${url}/${place.widgetId}`, { name: '', ...wrong })), fields)
  const moved = { name: '', layout: 'LIST_VERTICAL', config: { columns: 99, maxHeight: 1 } }
  t.same(fieldsOf(await owner.put(`${url}/${place.widgetId}`, moved)), ['config.maxHeight', 'name'])
  const texts = { name: '', config: 'x', theme: '[]' }
  t.same(fieldsOf(await owner.put(`${url}/${place.widgetId}`, texts)), ['config', 'name', 'theme'])
  const described = await owner.put(`${project}/assets/${place.assetId}`, {
    ...{ altText: 1, metadata: 'x' },
  })
  t.same(fieldsOf(described), ['altText', 'metadata'])
  const bulk = { action: 'tag', assetIds: 'x', folderId: null }
  const tagged = await owner.post(`${project}/assets/bulk`, bulk)
  t.same(fieldsOf(tagged), ['assetIds', 'folderId', 'tags'])
})
