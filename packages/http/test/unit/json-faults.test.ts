import t from '@vitrine/testing/t'
import { isExactNumber } from '../../src/body/exact-number.js'
import { jsonFaults } from '../../src/body/json-faults.js'

t.test('a number is exact if printing it gives the value that was sent', async (t) => {
  const exact = [
    '0',
    '-0',
    '0.0',
    '0e9',
    '-0.0E-5',
    '1',
    '-1',
    '1.50',
    '1e3',
    '1E+3',
    '100e-2',
    '0.1',
    '-12.5e-1',
    '9007199254740992',
    '1e21',
    '123456789012345680000',
    '5e-324',
    '0.000001',
    ...['1e-7', '1.7976931348623157e308', '0.30000000000000004', `1${'0'.repeat(308)}`],
    ...[`0.${'0'.repeat(1_000_000)}`, `1.${'0'.repeat(1_000_000)}`, '0e99999999999999999999'],
  ]
  for (const text of exact) t.equal(isExactNumber(text), true, text.slice(0, 30))
  const inexact = [
    '12345678901234567890',
    '-12345678901234567890',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1000000000000000000001',
    '1.7976931348623157e309',
    '4e-324',
    ...[`0.${'0'.repeat(1_000_000)}1`, `${'1'.repeat(1_000_000)}`, '1e99999999999999999999'],
  ]
  for (const text of inexact) t.equal(isExactNumber(text), false, text.slice(0, 30))
})

t.test('each fault is named by its path', async (t) => {
  const table: [json: string, fields: string[]][] = [
    ['{"a":1e400}', ['a']],
    ['{"a":[1,{"b":[[],[0,1e400]]}]}', ['a[1].b[1][1]']],
    ['{"a":{"b":1},"c":12345678901234567890}', ['c']],
    ['[true,false,null,1e400,{"x":null,"y":1e400}]', ['[3]', '[4].y']],
    ['{"a":"1e400","1e400":0.1,"b":[]}', []],
    ['{ "a" : [ 1e400 , "b" ] , "\\u0063" : "\\ud800" }', ['a[0]', 'c']],
    ['{"a":"\\ud83c\\udf89","b":"🎉","c":"\\\\ud800","d":"\\"\\ud800"}', ['d']],
    ['{"a":"\\udf89\\ud83c"}', ['a']],
    ['{"x\\ud800":{"y":1e400}}', ['x\ufffd', 'x\ufffd.y']],
    ['{"":{"":1e400}}', ['']],
    ['1e400', ['']],
    ['{"a":{},"b":[],"c":1e400}', ['c']],
  ]
  for (const [json, fields] of table) {
    JSON.parse(json)
    t.same(
      jsonFaults(json).map(({ field }) => field),
      fields,
      json,
    )
  }
  t.same(jsonFaults('{"a":[1e400]}', 'config')[0]?.field, 'config.a[0]')
})

t.test('a fault states the problem and the correction', async (t) => {
  const message = (json: string) => jsonFaults(json)[0]?.message
  t.equal(
    message('{"a":12345678901234567890}'),
    'is the number 12345678901234567890, which cannot be kept exactly: it would become 12345678901234567000; send it as a string',
  )
  t.match(message('{"a":1e400}'), /is too large; send it as a string$/)
  t.match(message('{"a":"\\ud800"}'), /half of a surrogate pair/)
  t.ok((message(`{"a":${'1'.repeat(5000)}}`)?.length ?? 0) < 200)
  const [fault] = jsonFaults(`{"${'k'.repeat(100_000)}":1e400}`)
  t.equal(fault?.field.length, 201, 'a long key is truncated')
})

t.test('large and deep texts are read, and at most 50 faults are listed', async (t) => {
  const deep = `${'[{"a":'.repeat(100_000)}1e400${'}]'.repeat(100_000)}`
  t.equal(jsonFaults(deep).length, 1)
  t.equal(jsonFaults(`[${'1e400,'.repeat(100_000)}0]`).length, 50)
  t.same(jsonFaults(`["${'\\"'.repeat(1_000_000)}",${'9'.repeat(15)}]`), [])
})
