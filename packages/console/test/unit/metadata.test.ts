import { VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { draftOf, problemsOfAnswer, rebased } from '../../src/library/details/metadata/draft.ts'
import {
  asKind,
  bytesOf,
  jsonOf,
  kinds,
  metadataOf,
  problemsOfRows,
  type Row,
  rowOf,
  rowOfField,
  rowsOf,
  valuesIn,
  withValue,
} from '../../src/library/details/metadata/rows.ts'
import type { Asset } from '../../src/library/queries.ts'

const assetWith = (metadata: object) => ({ metadata: JSON.stringify(metadata) }) as Asset
const row = (key: string, kind: Row['kind'], value: string, id = 0): Row => ({
  id,
  key,
  kind,
  value,
})
const valueIn = (rows: readonly Row[], key: string) => rows.find((one) => one.key === key)?.value

t.test('each value has the kind of its JSON', async (t) => {
  const rows = rowsOf('{"a":"text","b":1.5,"c":true,"d":{"e":[1]},"f":null}')
  t.same(
    rows.map(({ key, kind, value }) => [key, kind, value]),
    [
      ['a', 'text', 'text'],
      ['b', 'number', '1.5'],
      ['c', 'boolean', 'true'],
      ['d', 'json', '{\n  "e": [\n    1\n  ]\n}'],
      ['f', 'json', 'null'],
    ],
  )
})

t.test('an object that nobody has edited is sent as it came', async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const key = fc.string({ minLength: 1 }).filter((one) => one.trim() === one)
  fc.assert(
    fc.property(fc.dictionary(key, value), (object) => {
      const json = JSON.stringify(object)
      return metadataOf(rowsOf(json)) === JSON.stringify(JSON.parse(json))
    }),
  )
})

t.test('numbers are sent with every digit that was written', async (t) => {
  t.equal(jsonOf(row('a', 'number', ' 12345678901234567890 ')), '12345678901234567890')
  t.equal(
    jsonOf(row('a', 'json', '{ "b": [ 0.10000000000000000001, "a  b \\" c" ] }')),
    '{"b":[0.10000000000000000001,"a  b \\" c"]}',
  )
})

t.test('problems are said at their rows', async (t) => {
  const rows = [
    row('a', 'text', '', 1),
    row(' a ', 'number', 'one', 2),
    row('', 'json', '{', 3),
    row('b', 'number', '-1.5e3', 4),
    row('c', 'number', '01', 5),
  ]
  const problems = problemsOfRows(rows)
  t.same([...problems.keys()], [2, 3, 5])
  t.match(problems.get(2), { key: 'Another row has this name.', value: /a number/ })
  t.match(problems.get(3), { key: 'Write a name.', value: 'This is not valid JSON.' })
})

t.test('another kind keeps of the value what it can', async (t) => {
  t.equal(asKind(row('a', 'text', '12'), 'number').value, '12')
  t.equal(asKind(row('a', 'text', 'twelve'), 'number').value, '')
  t.equal(asKind(row('a', 'text', 'say "hi"'), 'json').value, '"say \\"hi\\""')
  t.equal(asKind(row('a', 'json', '"hi"'), 'text').value, 'hi')
  t.equal(asKind(row('a', 'json', '[1]'), 'text').value, '[1]')
  t.equal(asKind(row('a', 'text', 'true'), 'boolean').value, 'true')
  t.equal(asKind(row('a', 'text', 'x'), 'boolean').value, 'false')
})

t.test('after a change of its kind every value can be sent', async () => {
  const kind = fc.constantFrom(...kinds)
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(kind, { maxLength: 6 }), (value, path) => {
      const first = rowOf(0, 'a', JSON.stringify(value))
      const last = path.reduce(asKind, first)
      const isEmptyNumber = last.kind === 'number' && last.value === ''
      return isEmptyNumber || problemsOfRows([last]).size === 0
    }),
  )
})

t.test('a field of the service belongs to the row with the longest matching name', async (t) => {
  const rows = [row('a', 'json', '1', 1), row('a.b', 'json', '1', 2)]
  t.equal(rowOfField(rows, 'metadata.a')?.id, 1)
  t.equal(rowOfField(rows, 'metadata.a[0]')?.id, 1)
  t.equal(rowOfField(rows, 'metadata.a.b.c')?.id, 2)
  t.equal(rowOfField(rows, 'metadata.ab'), undefined)
  const answer = (field: string) =>
    new VitrineError(new Response(null, { status: 400 }), {
      code: 'VALIDATION_FAILED',
      message: 'no',
      details: [{ field, message: 'is wrong' }],
    })
  t.match(problemsOfAnswer(rows, answer('metadata.a')), { whole: null })
  t.match(problemsOfAnswer(rows, answer('metadata.a')).rows.get(1), { value: 'is wrong' })
  t.equal(problemsOfAnswer(rows, answer('metadata')).whole, 'metadata is wrong')
})

t.test('changes by others are merged by key', async (t) => {
  const base = assetWith({ same: 1, theirs: 1, both: 1, removed: 1 })
  const draft = draftOf(base)
  const mine = {
    ...draft,
    content: withValue(withValue(draft.content, 'both', '2'), 'mine', '"new"'),
  }
  const next = rebased(mine, assetWith({ same: 1, theirs: 3, both: 3, added: true }))
  t.equal(valueIn(next.content, 'theirs'), '3')
  t.equal(valueIn(next.content, 'added'), 'true')
  t.equal(valueIn(next.content, 'mine'), 'new')
  t.equal(valueIn(next.content, 'removed'), undefined)
  t.equal(valueIn(next.content, 'both'), '2', 'mine stays until a person chooses')
  t.same(
    next.choices.map(({ name, value }) => [name, value]),
    [['both', '3']],
  )
  const [choice] = next.choices
  const taken = withValue(next.content, 'both', choice?.value ?? '')
  t.same(valuesIn(metadataOf(taken)).get('both'), '3')
})

t.test('the size counts bytes, not characters', async (t) => {
  t.equal(bytesOf([row('a', 'text', 'é')]), '{"a":"é"}'.length + 1)
})
