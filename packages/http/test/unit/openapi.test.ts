import t from '@vitrine/testing/t'
import { nameSchemas } from '../../src/openapi/documentation.js'
import { codesByStatus } from '../../src/openapi/errors.js'
import { withExamples } from '../../src/openapi/examples.js'
import { standardSchema } from '../../src/openapi/json-schema.js'
import { operationIdOf } from '../../src/openapi/operation-id.js'
import { sampleOf } from '../../src/openapi/sample.js'

const samples: [what: string, schema: object, expected: unknown][] = [
  ['a constant', { const: 'Bearer' }, 'Bearer'],
  ['the first of an enumeration', { enum: ['READ', 'READ_WRITE'] }, 'READ'],
  ['the least number', { type: 'integer', minimum: 5 }, 5],
  ['the first form', { oneOf: [{ const: 1 }, { const: 2 }] }, 1],
  ['a list with one item', { type: 'array', items: { type: 'boolean' } }, [true]],
  ['a nullable value', { type: ['boolean', 'null'] }, true],
  ['a time', { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T' }, '2026-06-30T12:00:00'],
  ['a hash', { type: 'string', pattern: '^[0-9a-f]{64}$' }, 'a1b2c3d4'.repeat(8)],
  ['a long text', { type: 'string', minLength: 6 }, 'text..'],
]
for (const [what, schema, expected] of samples) {
  t.test(`the example of ${what}`, async (t) => t.same(sampleOf({ ...schema }, {}), expected))
}

t.test('properties of an example', async (t) => {
  const schema = {
    title: 'Widget',
    type: 'object',
    required: ['name', 'size', 'id'],
    properties: {
      name: { type: 'string' },
      size: { type: 'integer' },
      slug: { type: 'string' },
      note: { type: 'string' },
      id: { type: 'string', readOnly: true },
    },
  }
  const values = { name: 'A name', 'Widget.name': 'Summer', slug: 'summer', id: 'x' }
  t.same(sampleOf(schema, values), { name: 'Summer', size: 1, slug: 'summer' })
})

const call = (schema: object) => ({
  put: {
    operationId: 'updateWidget',
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  },
})

t.test(
  'an example of no operation is an error, so that a renamed one does not lose it',
  async (t) => {
    const document = { paths: { '/': call({ const: 1 }) } }
    t.throws(() => withExamples(document, { bodies: { updateWidgets: {} } }), {
      message: /updateWidgets/,
    })
    const { paths } = withExamples(document, { bodies: { updateWidget: { a: 1 } } })
    t.same(paths['/'].put.requestBody.content['application/json'], {
      schema: { const: 1 },
      example: { a: 1 },
    })
  },
)

t.test('schemas with a title become components; two that differ may not share one', async (t) => {
  const asset = { title: 'Asset', type: 'object' }
  const named = nameSchemas({ paths: { '/': call({ type: 'array', items: asset }) } })
  t.match(named, { components: { schemas: { Asset: asset } } })
  t.same(named.paths['/'].put.requestBody.content['application/json'].schema, {
    type: 'array',
    items: { $ref: '#/components/schemas/Asset' },
  })
  const paths = { '/a': call(asset), '/b': call({ ...asset, description: 'another' }) }
  t.throws(() => nameSchemas({ paths }), { message: /title Asset/ })
})

const names: [method: string, path: string, id: string][] = [
  ['GET', '/api/projects/:projectId/assets', 'listAssets'],
  ['GET', '/api/projects/:projectId/assets/:assetId', 'getAsset'],
  ['POST', '/api/projects/:projectId/api-keys', 'createApiKey'],
  ['PUT', '/api/projects/:projectId/widgets/:widgetId/publish', 'publishWidget'],
  ['POST', '/api/projects/:projectId/assets/bulk', 'bulkAssets'],
  ['POST', '/api/auth/login', 'login'],
  ['PUT', '/api/auth/me', 'updateMe'],
]
for (const [method, path, id] of names) {
  t.test(`${method} ${path} is ${id}`, async (t) => t.equal(operationIdOf(method, path), id))
}

t.test('a default is said in the description, and no client has to send it', async (t) => {
  const gap = { type: 'integer', default: 16, description: 'pixels' }
  const fit = { enum: ['cover', 'fill'], default: 'cover' }
  const name = { type: 'string' }
  const required = ['gap', 'fit', 'name']
  t.same(standardSchema({ type: 'object', required, properties: { gap, fit, name } }), {
    type: 'object',
    required: ['name'],
    properties: {
      gap: { type: 'integer', description: 'pixels; 16 by default' },
      fit: { enum: ['cover', 'fill'], description: 'cover by default' },
      name: { type: 'string' },
    },
  })
})

t.test('a pattern that only some engines read is left out', async (t) => {
  t.same(standardSchema({ type: 'string', pattern: '^[\\p{L} ]+$' }), { type: 'string' })
  t.same(standardSchema({ pattern: '^[a-z]+$' }), { pattern: '^[a-z]+$' })
  t.match(standardSchema({ format: 'name' }).pattern, /^\^\[\^\\x00-/)
})

t.test('codes are grouped by their status, each once', async (t) => {
  const codes = ['WIDGET_NOT_FOUND', 'FORBIDDEN', 'PROJECT_NOT_FOUND', 'FORBIDDEN'] as const
  t.same(codesByStatus(codes), {
    403: ['FORBIDDEN'],
    404: ['PROJECT_NOT_FOUND', 'WIDGET_NOT_FOUND'],
  })
})
