import t from '@vitrine/testing/t'
import { parseJsonObject } from '../../src/fields/json-object.js'

const parse = (given: Record<string, unknown> | string, maxBytes = 100) =>
  parseJsonObject('config', given, maxBytes)
const refused = (message: RegExp) => ({
  code: 'VALIDATION_FAILED',
  message: /^config /,
  details: [{ field: 'config', message }],
})
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

t.test('an object and its JSON text are parsed alike, and keys keep their order', async (t) => {
  const text = '{"b":1,"a":{"z":[],"Y_y":null}}'
  t.equal(JSON.stringify(parse(text)), text)
  t.equal(JSON.stringify(parse(JSON.parse(text))), text)
  t.same(parse(' {\n} '), {})
})

t.test('other values are rejected', async (t) => {
  for (const given of ['', 'x', '[]', '[{}]', '1', '"{}"', 'null', '{"a":1', "{'a':1}", '{}{}']) {
    t.throws(() => parse(given), refused(/must be a JSON object/), given)
  }
})

t.test('the limit applies to the bytes of the stored JSON', async (t) => {
  const fits = JSON.stringify({ note: 'é'.repeat(44) })
  t.equal(Buffer.byteLength(fits), 99)
  const given = [fits, JSON.parse(fits), fits.replace(':', `:${' '.repeat(50)}`)]
  for (const value of given) t.equal(JSON.stringify(parse(value)), fits)
  const large = JSON.stringify({ note: `${'é'.repeat(44)}xx` })
  for (const value of [large, JSON.parse(large)]) {
    t.throws(() => parse(value), refused(/may have 100 bytes at most/))
  }
  // A number that is longer when it is serialized.
  t.throws(() => parse('{"n":1e20}', 20), refused(/may have 20 bytes at most/))
})

t.test('a hundred levels are accepted, and any more are rejected', async (t) => {
  t.equal(JSON.stringify(parse(nested(100), 1000)), nested(100))
  for (const levels of [101, 200_000]) {
    t.throws(() => parse(nested(levels), 10_000_000), refused(/100 levels deep at most/))
  }
})
