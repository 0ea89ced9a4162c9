import fc from 'fast-check'
import t from 'tap'
import {
  type Entry,
  type Event,
  fileKeyOf,
  isEnded,
  type Ledger,
  reduce,
  summaryOf,
} from '../../src/uploads/ledger.ts'

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  projectId: 'p',
  folderId: null,
  path: '',
  name: `${id}.jpg`,
  size: 100,
  modified: 1,
  state: 'waiting',
  hash: null,
  assetId: null,
  isForced: false,
  reason: null,
  sent: 0,
  ...more,
})
const begin = (...ids: string[]): Ledger =>
  reduce(new Map(), { kind: 'added', entries: ids.map((id) => entry(id)) })
const after = (ledger: Ledger, ...events: Event[]): Ledger => events.reduce(reduce, ledger)

t.test('a file is hashed, looked up, sent and stored', (t) => {
  const ledger = after(
    begin('a'),
    { kind: 'hashing', id: 'a' },
    { kind: 'hashed', id: 'a', hash: 'h' },
    { kind: 'checked', id: 'a' },
    { kind: 'sending', id: 'a' },
    { kind: 'progress', id: 'a', sent: 60 },
    { kind: 'stored', id: 'a', assetId: 'x' },
  )
  t.match(ledger.get('a'), { state: 'stored', hash: 'h', assetId: 'x', sent: 100 })
  t.end()
})

t.test('a file that the project has is sent only if a person insists', (t) => {
  const known = after(
    begin('a'),
    { kind: 'hashing', id: 'a' },
    { kind: 'known', id: 'a', assetId: 'x' },
    { kind: 'sending', id: 'a' },
  )
  t.equal(known.get('a')?.state, 'known')
  t.match(reduce(known, { kind: 'forced', id: 'a' }).get('a'), { state: 'waiting', isForced: true })
  t.end()
})

t.test('the late answer of a cancelled upload changes nothing', (t) => {
  const cancelled = after(begin('a'), { kind: 'sending', id: 'a' }, { kind: 'cancelled', id: 'a' })
  t.equal(reduce(cancelled, { kind: 'stored', id: 'a', assetId: 'x' }), cancelled)
  t.equal(reduce(cancelled, { kind: 'failed', id: 'a', reason: 'cut' }), cancelled)
  t.end()
})

t.test('after a reload, what was being sent waits with its key and its hash', (t) => {
  const before = after(
    begin('a', 'b'),
    { kind: 'hashing', id: 'a' },
    { kind: 'hashed', id: 'a', hash: 'h' },
    { kind: 'checked', id: 'a' },
    { kind: 'sending', id: 'a' },
    { kind: 'failed', id: 'b', reason: 'no picture' },
  )
  const ledger = reduce(new Map(), { kind: 'restored', entries: [...before.values()] })
  t.match(ledger.get('a'), { id: 'a', state: 'waiting', hash: 'h', sent: 0 })
  t.equal(ledger.get('b')?.state, 'failed')
  t.end()
})

t.test('what this page sends goes on while the list of the last page is read', (t) => {
  const sending = after(begin('a'), { kind: 'sending', id: 'a' })
  const ledger = after(sending, {
    kind: 'restored',
    entries: [entry('b', { state: 'sending', sent: 60 }), entry('a', { state: 'failed' })],
  })
  t.equal(ledger.get('a')?.state, 'sending')
  t.match(ledger.get('b'), { state: 'waiting', sent: 0 })
  t.equal(reduce(ledger, { kind: 'stored', id: 'a', assetId: 'x' }).get('a')?.state, 'stored')
  t.end()
})

t.test('clearing leaves what has not ended', (t) => {
  const ledger = after(
    begin('a', 'b'),
    { kind: 'failed', id: 'a', reason: 'x' },
    { kind: 'cleared' },
  )
  t.same([...ledger.keys()], ['b'])
  t.end()
})

t.test('a file is recognized by its place, name, size and time', (t) => {
  t.equal(fileKeyOf(entry('a')), fileKeyOf(entry('a', { id: 'b', state: 'stored', name: 'a.jpg' })))
  for (const other of [{ name: 'b' }, { size: 1 }, { modified: 2 }, { path: 'Summer' }]) {
    t.not(fileKeyOf(entry('a')), fileKeyOf(entry('a', other)), JSON.stringify(other))
  }
  t.end()
})

const ids = ['a', 'b', 'c']
const anyId = fc.constantFrom(...ids)
const events: fc.Arbitrary<Event> = fc.oneof(
  ...(['hashing', 'checked', 'sending', 'cancelled', 'retried', 'forced'] as const).map((kind) =>
    anyId.map((id): Event => ({ kind, id })),
  ),
  anyId.map((id): Event => ({ kind: 'hashed', id, hash: 'h' })),
  anyId.map((id): Event => ({ kind: 'known', id, assetId: 'x' })),
  anyId.map((id): Event => ({ kind: 'stored', id, assetId: 'x' })),
  anyId.map((id): Event => ({ kind: 'failed', id, reason: 'r' })),
  fc.record({ kind: fc.constant('progress' as const), id: anyId, sent: fc.integer() }),
  fc.record({ kind: fc.constant('restored' as const), entries: fc.constant([entry('a')]) }),
)

t.test('after any events the counts add up, and every file can still end', (t) => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (sequence) => {
      const ledger = after(begin(...ids), ...sequence)
      const { total, ended, bytes, sentBytes, ...counts } = summaryOf(ledger)
      const sum = Object.values(counts).reduce((all, one) => all + one, 0)
      const open = [...ledger.values()].filter((one) => !isEnded(one))
      const closed = open.reduce((now, { id }) => reduce(now, { kind: 'cancelled', id }), ledger)
      return (
        sum === total &&
        total === ids.length &&
        ended === total - open.length &&
        sentBytes >= 0 &&
        sentBytes <= bytes &&
        [...closed.values()].every(isEnded)
      )
    }),
  )
  t.end()
})

t.test('an entry that has ended is replaced when its file is dropped again', (t) => {
  const ledger = after(
    begin('a', 'b'),
    { kind: 'sending', id: 'a' },
    { kind: 'stored', id: 'a', assetId: 'x' },
    { kind: 'forgotten', ids: ['a', 'b'] },
  )
  t.same([...ledger.keys()], ['b'], 'one that has not ended stays')
  t.end()
})
