import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { draftOf, rebased } from '../../src/library/details/metadata/draft.ts'
import {
  bytesOf,
  metadataOf,
  mostBytes,
  problemsOfRows,
  type Row,
  rowOfField,
  rowsOf,
  shownOf,
  valuesIn,
  withValue,
} from '../../src/library/details/metadata/rows.ts'
import type { Asset } from '../../src/library/queries.ts'

const assetWith = (metadata: object) => ({ metadata: JSON.stringify(metadata) }) as Asset
const sent = (rows: readonly Row[]): unknown => JSON.parse(metadataOf(rows))
const typed = (key: string, value = 'x', id = 100): Row => ({ id, key, kind: 'text', value })
const edited = (rows: readonly Row[], key: string, change: Partial<Row>): Row[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row))

/** Keys that programs use and people do not see: with blanks at their ends, empty, or of every object. */
const odd = [
  '',
  ' ',
  ' a',
  'a ',
  'a',
  '__proto__',
  'constructor',
  'toString',
  'ключ',
  '鍵',
  '🔑',
  'a.b',
  '1',
]
const anyKey = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'grapheme', maxLength: 12 }))
const anyValue = fc.oneof(
  fc.constantFrom<unknown>('', 0, false, null, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
)
/** Metadata as the service returns it: an object with own keys alone. */
const anyMetadata = fc
  .uniqueArray(fc.tuple(anyKey, anyValue), { selector: ([key]) => key, maxLength: 8 })
  .map((pairs) => JSON.stringify(Object.fromEntries(pairs)))

t.test('keys that are not edited are sent as they came, whatever they are', async () => {
  fc.assert(
    fc.property(anyMetadata, (metadata) => {
      const rows = rowsOf(metadata)
      return (
        problemsOfRows(rows).size === 0 && metadataOf(rows) === JSON.stringify(JSON.parse(metadata))
      )
    }),
  )
})

t.test('a change of one value leaves every other key and value alone', async () => {
  fc.assert(
    fc.property(anyMetadata, fc.nat(7), (metadata, at) => {
      const rows = rowsOf(metadata)
      const row = rows[at % Math.max(1, rows.length)]
      if (row === undefined) return true
      const next = rows.map((one) =>
        one === row ? { ...one, kind: 'text' as const, value: 'new' } : one,
      )
      const expected = Object.entries(JSON.parse(metadata) as object).map(([key, value]) => [
        key,
        key === row.key ? 'new' : value,
      ])
      return metadataOf(next) === JSON.stringify(Object.fromEntries(expected))
    }),
  )
})

t.test('a name that a person types loses the blanks at its ends', async (t) => {
  const rows = rowsOf('{" camera ":"x"}')
  t.same(sent([...rows, typed('  lens ')]), { ' camera ': 'x', lens: 'x' })
  t.same(sent(edited(rows, ' camera ', { key: ' camera 2 ' })), { 'camera 2': 'x' })
  t.same(
    sent(edited(rows, ' camera ', { value: 'y' })),
    { ' camera ': 'y' },
    'its name is not edited',
  )
})

t.test('two names that differ in blanks are two names, unless a person types them', async (t) => {
  const rows = rowsOf('{"a":1," a":2}')
  t.equal(problemsOfRows(rows).size, 0)
  t.match(problemsOfRows([...rows, typed('a ')]).get(100), { key: 'Another row has this name.' })
  t.match(problemsOfRows([...rows, typed('  ')]).get(100), { key: 'Write a name.' })
  t.equal(problemsOfRows(rowsOf('{"":1}')).size, 0, 'a program gave it no name')
})

t.test('a problem of the service is at the row with the blanks', async (t) => {
  const rows = rowsOf('{"a":1," a":2,"a.b":3}')
  t.equal(rowOfField(rows, 'metadata. a')?.key, ' a')
  t.equal(rowOfField(rows, 'metadata.a')?.key, 'a')
  t.equal(rowOfField(rows, 'metadata.a.b')?.key, 'a.b')
})

t.test('the size is that of the text that is sent', async () => {
  fc.assert(
    fc.property(anyMetadata, (metadata) => {
      const rows = rowsOf(metadata)
      return bytesOf(rows) === Buffer.byteLength(metadataOf(rows))
    }),
  )
})

t.test('a full object has no place for one more character', async (t) => {
  const empty = bytesOf([typed('a', '')])
  const full = [typed('a', 'x'.repeat(mostBytes - empty))]
  t.equal(bytesOf(full), mostBytes)
  t.equal(bytesOf([typed('a', 'é'.repeat((mostBytes - empty) / 2))]), mostBytes)
  t.ok(bytesOf([typed('a', `${full[0]?.value}é`)]) > mostBytes)
})

t.test('a key is added, replaced and removed, and no other one moves', async () => {
  fc.assert(
    fc.property(anyMetadata, anyKey, anyValue, (metadata, key, value) => {
      const rows = rowsOf(metadata)
      const json = JSON.stringify(value)
      const others = (all: readonly Row[]) => all.filter((row) => row.key !== key)
      const added = withValue(rows, key, json)
      const removed = withValue(added, key, '')
      return (
        valuesIn(metadataOf(added)).get(key) === json &&
        !valuesIn(metadataOf(removed)).has(key) &&
        metadataOf(others(added)) === metadataOf(others(rows)) &&
        metadataOf(removed) === metadataOf(others(rows)) &&
        new Set(added.map(({ id }) => id)).size === added.length
      )
    }),
  )
})

t.test('of two states each key says what it has, and what is removed says so', async (t) => {
  t.same(shownOf('{"a":[1, 2]}', ['a', 'constructor']), [
    { name: 'a', label: 'a', value: '[1,2]', words: '[1,2]' },
    { name: 'constructor', label: 'constructor', value: '', words: 'removed' },
  ])
})

const entries = ({ content: rows }: ReturnType<typeof draftOf>) =>
  Object.fromEntries(valuesIn(metadataOf(rows)))

t.test('what nobody has edited follows the changes of others', async () => {
  fc.assert(
    fc.property(anyMetadata, anyMetadata, (before, now) => {
      const next = rebased(draftOf({ metadata: before } as Asset), { metadata: now } as Asset)
      return (
        next.choices.length === 0 &&
        JSON.stringify([...valuesIn(metadataOf(next.content))].sort()) ===
          JSON.stringify([...valuesIn(now)].sort())
      )
    }),
  )
})

t.test('no edit is lost: each key has mine, or theirs, or is a choice', async () => {
  fc.assert(
    fc.property(anyMetadata, anyMetadata, anyKey, anyValue, (before, now, key, value) => {
      const draft = draftOf({ metadata: before } as Asset)
      const mine = JSON.stringify(value)
      const next = rebased({ ...draft, content: withValue(draft.content, key, mine) }, {
        metadata: now,
      } as Asset)
      const [then, theirs] = [valuesIn(before).get(key) ?? '', valuesIn(now).get(key) ?? '']
      const isEdited = mine !== then
      const isConflict = isEdited && theirs !== then && theirs !== mine
      const expected = isEdited ? mine : theirs
      return (
        (valuesIn(metadataOf(next.content)).get(key) ?? '') === expected &&
        next.choices.some(({ name, value: offered }) => name === key && offered === theirs) ===
          isConflict
      )
    }),
  )
})

t.test('a key that another person has removed and I have edited is a choice', async (t) => {
  const draft = draftOf(assetWith({ a: 1, b: 2 }))
  const next = rebased(
    { ...draft, content: withValue(draft.content, 'a', '5') },
    assetWith({ b: 2 }),
  )
  t.same(entries(next), { a: '5', b: '2' })
  t.match(next.choices, [{ name: 'a', value: '', words: 'removed' }])
})

t.test('a key that I have removed and another person has changed is a choice', async (t) => {
  const draft = draftOf(assetWith({ a: 1, b: 2 }))
  const next = rebased(
    { ...draft, content: withValue(draft.content, 'a', '') },
    assetWith({ a: 3, b: 2 }),
  )
  t.same(entries(next), { b: '2' }, 'it stays removed until a person chooses')
  t.match(next.choices, [{ name: 'a', value: '3' }])
})
