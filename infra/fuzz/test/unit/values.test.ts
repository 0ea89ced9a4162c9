import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import t from 'tap'
import { nearlyValid, valid } from '../../src/values.js'

const schema = {
  type: 'object',
  required: ['name', 'slug', 'layout'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[^\\u0000-\\u001f]*$' },
    slug: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 100 },
    layout: { enum: ['GRID', 'SLIDER'] },
    ids: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 2 },
    email: { type: ['string', 'null'], format: 'email' },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    config: { type: ['object', 'string'] },
  },
  additionalProperties: false,
}
const known = { uuids: ['7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10'] }
const ajv = new Ajv2020({ strict: false })
formats.default(ajv, ['uuid', 'email'])
const isValid = ajv.compile(schema)

t.test('values that are made of a schema are right by it', async (t) => {
  const values = fc.sample(valid(schema, known), { numRuns: 500, seed: 1 })
  t.ok(values.every((value) => isValid(value)))
})

t.test('of those that are nearly right most are wrong', async (t) => {
  const values = fc.sample(nearlyValid(schema, known), { numRuns: 500, seed: 1 })
  const wrong = values.filter((value) => !isValid(value)).length
  t.ok(wrong > 250, `${wrong} of 500`)
  t.ok(wrong < 500)
})

t.test('random values of every schema can be generated', (t) => {
  t.equal(fc.sample(nearlyValid(schema, known), { numRuns: 30_000, seed: 1 }).length, 30_000)
  t.end()
})
