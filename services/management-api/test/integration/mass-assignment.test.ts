import { readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { register } from '../client.js'
import { call, endpoints, nameOf } from '../endpoints.js'
import { createOneOfEach } from '../one-of-each.js'

type Properties = Record<string, { readOnly?: boolean }>
type Schema = { properties?: Properties; oneOf?: Schema[]; $ref?: string }
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }

const app = await build(t)
const owner = await register(app)
const place = await createOneOfEach(app, owner)

/** Every column of every table, by its name in the code. */
const schema = await readFile(new URL('../../../../prisma/schema.prisma', import.meta.url), 'utf8')
const models = [...schema.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].map(([, body = '']) => body)
const columns = new Set(
  models.flatMap((body) => [...body.matchAll(/^ {2}(\w+) +\w/gm)].map(([, name = '']) => name)),
)

const { paths, components } = (await app.inject('/api/openapi.json')).json() as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
/** If a body has several forms, the properties of all of them. */
function propertiesOf({ $ref, oneOf, properties = {} }: Schema): Properties {
  const named = $ref === undefined ? undefined : components.schemas[$ref.split('/').at(-1) ?? '']
  if (named !== undefined) return propertiesOf(named)
  return Object.assign({}, properties, ...(oneOf ?? []).map(propertiesOf))
}
const bodyOf = ({ method, path }: { method: string; path: string }): Properties | undefined => {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const schema = operation?.requestBody?.content['application/json']?.schema
  return schema && propertiesOf(schema)
}

/** An answer names no more fields. */
const mostNamed = 50

t.test('a body can set only the properties of its schema', async (t) => {
  for (const name of ['passwordHash', 'role', 'keyHash', 'organizationId', 'publishedAt']) {
    t.ok(columns.has(name), name)
  }
  const writes = endpoints.filter(
    ({ role, request }) => role !== undefined && request !== undefined,
  )
  for (const endpoint of writes) {
    const body = bodyOf(endpoint)
    if (body === undefined) continue
    const foreign = [...columns].filter((column) => !Object.hasOwn(body, column))
    for (let from = 0; from < foreign.length; from += mostNamed) {
      const some = foreign.slice(from, from + mostNamed)
      const { payload } = (await endpoint.request?.()) ?? {}
      const more = Object.fromEntries(some.map((column) => [column, true]))
      const request = () => ({ payload: { ...(payload as object), ...more } })
      const { statusCode, body: answer } = await call(owner, { ...endpoint, request }, place)
      t.equal(statusCode, 400, `${nameOf(endpoint)}: ${answer}`)
      const refused = JSON.parse(answer).details.map(({ field }: { field: string }) => field)
      t.same(refused.sort(), some.sort(), nameOf(endpoint))
    }
  }
})

/** Fields that change by themselves: their values in a request are ignored. */
const volatile = [
  'updatedAt',
  'publishedAt',
  'lastPublishedAt',
  'originalUrl',
  'lastUsed',
  'revision',
  'assetCount',
  'counts',
  'placeholder',
  'warnings',
]

t.test(
  'an answer can be PUT back; a read-only field is rejected, or ignored if it changes by itself',
  async (t) => {
    const updates = endpoints.filter(
      (endpoint) => endpoint.method === 'PUT' && endpoint.request && bodyOf(endpoint),
    )
    for (const endpoint of updates) {
      const what = nameOf(endpoint)
      const properties = Object.entries(bodyOf(endpoint) ?? {})
      const readOnly = properties.flatMap(([name, { readOnly }]) =>
        readOnly === true ? [name] : [],
      )
      const { payload } = (await endpoint.request?.()) ?? {}
      const put = (fields: object) =>
        call(
          owner,
          { ...endpoint, request: () => ({ payload: { ...(payload as object), ...fields } }) },
          place,
        )
      const before = (await put({})).json()
      for (const name of readOnly) {
        const answer = await put({ [name]: 'hostile' })
        t.equal(answer.statusCode, volatile.includes(name) ? 200 : 400, `${what} ${name}`)
        t.not(answer.json()[name], 'hostile', `${what} ${name}`)
        if (answer.statusCode === 400) t.match(answer.json().details, [{ field: name }])
      }
      const answer = await put(before)
      t.equal(answer.statusCode, 200, `${what} as it was answered: ${answer.body}`)
      const [kept, changed] = [before, answer.json()].map(({ updatedAt, ...rest }) => rest)
      t.same(changed, kept)
    }
    t.ok(updates.length >= 6)
  },
)
