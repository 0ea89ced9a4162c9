import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  batchOf,
  type Entry,
  type Event,
  fileKeyOf,
  isEnded,
  isUnsent,
  type Ledger,
  reduce,
  summaryOf,
} from '../../src/uploads/ledger.ts'
import { createLedgerStore } from '../../src/uploads/store.ts'
import { entry as sample } from './upload-samples.ts'

const entry = (id: string, more: Partial<Entry> = {}): Entry => sample(id, { size: 100, ...more })

const begin = (...ids: string[]): Ledger =>
  reduce(new Map(), { kind: 'added', entries: ids.map((id) => entry(id)) })
const after = (ledger: Ledger, ...events: Event[]): Ledger => events.reduce(reduce, ledger)

t.test('a file is hashed, looked up, sent and stored', async (t) => {
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
})

t.test('a file that the project has is sent only if a person insists', async (t) => {
  const known = after(
    begin('a'),
    { kind: 'hashing', id: 'a' },
    { kind: 'known', id: 'a', assetId: 'x' },
    { kind: 'sending', id: 'a' },
  )
  t.equal(known.get('a')?.state, 'known')
  t.match(reduce(known, { kind: 'forced', id: 'a' }).get('a'), { state: 'waiting', isForced: true })
})

t.test('the late answer of a cancelled upload changes nothing', async (t) => {
  const cancelled = after(begin('a'), { kind: 'sending', id: 'a' }, { kind: 'cancelled', id: 'a' })
  t.equal(reduce(cancelled, { kind: 'stored', id: 'a', assetId: 'x' }), cancelled)
  t.equal(reduce(cancelled, { kind: 'failed', id: 'a', reason: 'cut' }), cancelled)
})

t.test('after a reload, what was being sent waits with its key and its hash', async (t) => {
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
})

t.test('what this page sends goes on while the list of the last page is read', async (t) => {
  const sending = after(begin('a'), { kind: 'sending', id: 'a' })
  const ledger = after(sending, {
    kind: 'restored',
    entries: [entry('b', { state: 'sending', sent: 60 }), entry('a', { state: 'failed' })],
  })
  t.equal(ledger.get('a')?.state, 'sending')
  t.match(ledger.get('b'), { state: 'waiting', sent: 0 })
  t.equal(reduce(ledger, { kind: 'stored', id: 'a', assetId: 'x' }).get('a')?.state, 'stored')
})

t.test('clearing leaves what has not ended', async (t) => {
  const ledger = after(
    begin('a', 'b'),
    { kind: 'failed', id: 'a', reason: 'x' },
    { kind: 'cleared' },
  )
  t.same([...ledger.keys()], ['b'])
})

t.test('a file is recognized by its place, name, size and time', async (t) => {
  t.equal(fileKeyOf(entry('a')), fileKeyOf(entry('a', { id: 'b', state: 'stored', name: 'a.gif' })))
  for (const other of [{ name: 'b' }, { size: 1 }, { modified: 2 }, { path: 'Summer' }]) {
    t.not(fileKeyOf(entry('a')), fileKeyOf(entry('a', other)), JSON.stringify(other))
  }
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

t.test('after any events the counts add up, and every file can still end', async () => {
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
})

t.test('an entry that has ended is replaced when its file is dropped again', async (t) => {
  const ledger = after(
    begin('a', 'b'),
    { kind: 'sending', id: 'a' },
    { kind: 'stored', id: 'a', assetId: 'x' },
    { kind: 'forgotten', ids: ['a', 'b'] },
  )
  t.same([...ledger.keys()], ['b'], 'one that has not ended stays')
})

t.test(
  'a file that another tab has sent is known without being sent, until it is being sent',
  async (t) => {
    t.match(reduce(begin('a'), { kind: 'known', id: 'a', assetId: 'x' }).get('a'), {
      state: 'known',
      assetId: 'x',
    })
    const sending = reduce(begin('a'), { kind: 'sending', id: 'a' })
    t.equal(reduce(sending, { kind: 'known', id: 'a', assetId: 'x' }), sending)
  },
)

/** What the service and a person do to a file, in the order in which a queue does it. */
const fate = fc.record({
  hashes: fc.boolean(),
  isKnown: fc.boolean(),
  isForced: fc.boolean(),
  failures: fc.nat(3),
  isCancelled: fc.boolean(),
})

type Fate = typeof fate extends fc.Arbitrary<infer One> ? One : never

function eventsOf(id: string, fates: Fate): Event[] {
  const { hashes, isKnown, isForced, failures, isCancelled } = fates
  const failed: Event[] = [
    { kind: 'sending', id },
    { kind: 'progress', id, sent: 50 },
    { kind: 'failed', id, reason: 'cut' },
    { kind: 'retried', id },
  ]
  return [
    { kind: 'hashing', id },
    ...(hashes ? [{ kind: 'hashed' as const, id, hash: `of ${id}` }] : []),
    isKnown ? { kind: 'known', id, assetId: 'x' } : { kind: 'checked', id },
    ...(isForced ? [{ kind: 'forced' as const, id }] : []),
    ...Array.from({ length: failures }, () => failed).flat(),
    { kind: 'sending', id },
    ...(isCancelled ? [{ kind: 'cancelled' as const, id }] : []),
    { kind: 'stored', id, assetId: `picture of ${id}` },
  ]
}

t.test('every file of a queue ends as its fate says, however the files take turns', async () => {
  const turns = fc.array(fc.nat(2), { minLength: 80, maxLength: 80 })
  fc.assert(
    fc.property(fc.tuple(fate, fate, fate), turns, (fates, order) => {
      const queues = fates.map((one, index) => eventsOf(ids[index] ?? '', one))
      const taken = order.flatMap((index) => queues[index]?.shift() ?? [])
      const ledger = after(begin(...ids), ...taken, ...queues.flat())
      return fates.every(({ isKnown, isForced, isCancelled }, index) => {
        const { state, assetId, sent } = ledger.get(ids[index] ?? '') ?? entry('')
        if (isKnown && !isForced) return state === 'known' && assetId === 'x'
        if (isCancelled) return state === 'cancelled' && sent === 0
        return state === 'stored' && assetId === `picture of ${ids[index]}` && sent === 100
      })
    }),
  )
})

t.test('what a reload restores has ended, or waits to be sent with its key', async () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
      const before = after(begin(...ids), ...sequence)
      const restored = reduce(new Map(), { kind: 'restored', entries: [...before.values()] })
      return [...before].every(([id, one]) => {
        const now = restored.get(id)
        return isEnded(one) ? now?.state === one.state : now?.state === 'waiting' && now.sent === 0
      })
    }),
  )
})

t.test('clearing twice is clearing once, and nothing that is open is lost', async () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
      const before = after(begin(...ids), ...sequence)
      const cleared = reduce(before, { kind: 'cleared' })
      const open = [...before.values()].filter((one) => !isEnded(one)).length
      return cleared.size === open && reduce(cleared, { kind: 'cleared' }).size === open
    }),
  )
})

t.test(
  'an event that changes nothing gives the same ledger, so that nothing is rendered',
  async () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), events, (sequence, event) => {
        const before = after(begin(...ids), ...sequence)
        const next = reduce(before, event)
        if (event.kind === 'restored' || next !== before) return true
        return [...next].every(([id, one]) => before.get(id) === one)
      }),
    )
  },
)

t.test('listeners hear each change once, with the ledger before it', async (t) => {
  const store = createLedgerStore()
  const heard: [number, number][] = []
  const stop = store.subscribe((now, before) => heard.push([before.size, now.size]))
  store.send({ kind: 'added', entries: [entry('a'), entry('b')] })
  store.send({ kind: 'stored', id: 'a', assetId: 'x' })
  t.same(heard, [[0, 2]], 'a file that is not being sent is not stored')
  store.send({ kind: 'cancelled', id: 'a' })
  stop()
  store.send({ kind: 'cleared' })
  t.equal(heard.length, 2)
  t.same([...store.get().keys()], ['b'])
  t.equal(store.find('a'), undefined)
})

t.test('a second batch is counted by itself, with what is under way of the first', async (t) => {
  const first = after(begin('a', 'b'), { kind: 'cancelled', id: 'a' })
  t.equal(batchOf(first), 0, 'b is under way: more files join its batch')
  const ended = after(first, { kind: 'cancelled', id: 'b' })
  t.equal(batchOf(ended), 1)
  const second = reduce(ended, { kind: 'added', entries: [{ ...entry('c'), batch: 1 }] })
  t.match(summaryOf(second), { total: 1, ended: 0 })
  const again = after(second, { kind: 'retried', id: 'b' })
  t.match(summaryOf(again), { total: 2, ended: 0 })
})

t.test('a file that was refused for what it is waits for no retry', async (t) => {
  const ledger = after(
    begin('refused', 'cut', 'cancelled', 'stored'),
    { kind: 'failed', id: 'refused', reason: 'no picture', isRefused: true },
    { kind: 'failed', id: 'cut', reason: 'no answer' },
    { kind: 'cancelled', id: 'cancelled' },
    { kind: 'sending', id: 'stored' },
    { kind: 'stored', id: 'stored', assetId: 'x' },
  )
  const unsent = [...ledger.values()].filter(isUnsent).map(({ id }) => id)
  t.same(unsent, ['cut', 'cancelled'])
  const again = reduce(ledger, { kind: 'retried', id: 'refused' })
  t.match(again.get('refused'), { state: 'waiting', isRefused: false }, 'given again, it is tried')
})
