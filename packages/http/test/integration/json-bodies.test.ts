import t from '@vitrine/testing/t'
import { build } from './app.js'

t.test('a body that is not JSON is rejected with the position and the reason', async (t) => {
  const { app } = await build(t)
  const headers = { 'content-type': 'application/json' }
  const table: Record<string, string | RegExp> = {
    '{"name":': 'line 1, column 9: expected a value, found the end of the body',
    '{\n  "name": abc\n}': 'line 2, column 11: abc is not a JSON value',
    '{"name": "x",}': /line 1, column 14: expected .*, found }/,
    "{'name': 1}": /line 1, column 2: /,
    '{"name" "x"}': 'line 1, column 9: expected a colon, found "x"',
    '{"a": 1 "b": 2}': 'line 1, column 9: expected a comma, found "b"',
    '{"name": "x"} x': /line 1, column 15: /,
    '{"name": "x': /line 1, column 10: a text has no closing quote/,
    '{"name": "\\q"}': /is not an escape sequence/,
    '/* */ {}': 'line 1, column 1: JSON has no comments',
    '{"name": NaN}': 'line 1, column 10: NaN is not a JSON value',
  }
  for (const [payload, fault] of Object.entries(table)) {
    const response = await app.inject({ method: 'POST', url: '/things', headers, payload })
    const { code, message } = response.json()
    t.equal(code, 'MALFORMED_BODY', payload)
    t.match(message, fault, payload)
    t.equal(message.match(/JSON(?! value| has)/g)?.length, 1, `${payload}: says it once`)
  }
})

t.test('a key that would modify the prototype has a specific message', async (t) => {
  const { app } = await build(t)
  const headers = { 'content-type': 'application/json' }
  for (const payload of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
    const response = await app.inject({ method: 'POST', url: '/things', headers, payload })
    t.match(response.json().message, /^The body has a key "__proto__", or "constructor"/)
    t.notMatch(response.json().message, /valid JSON/)
  }
})

t.test('at most 50 unknown properties are named, and long names are truncated', async (t) => {
  const { app } = await build(t)
  const headers = { 'content-type': 'application/json' }
  const many = Array.from({ length: 100 }, (_, index) => `"key${index}":1`)
  const table = [
    { payload: `{${many.join()}}`, count: 50, longest: 5 },
    { payload: `{"${'x'.repeat(900)}":1}`, count: 2, longest: 201 },
  ]
  for (const { payload, count, longest } of table) {
    const response = await app.inject({ method: 'POST', url: '/things', headers, payload })
    const { code, details } = response.json()
    t.equal(code, 'VALIDATION_FAILED')
    t.equal(details.length, count)
    const lengths = details.map(({ field }: { field: string }) => field.length)
    t.equal(Math.max(...lengths), longest)
  }
})
