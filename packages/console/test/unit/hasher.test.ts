import { createHash } from 'node:crypto'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { createHasher } from '../../src/uploads/hasher.ts'
import { type Entry, summaryOf } from '../../src/uploads/ledger.ts'
import { createLedgerStore } from '../../src/uploads/store.ts'
import { openPage } from './service-double.ts'
import { entry } from './upload-samples.ts'

openPage(t)

/** A header of one pixel, and other bytes for each text. */
const bytesOf = (text: string) => `GIF89a\x01\0\x01\0${text}`
const picture = (text: string) => new File([bytesOf(text)], `${text}.gif`)
const hashOf = (text: string) => createHash('sha256').update(bytesOf(text)).digest('hex')

type Given = {
  entries: readonly Entry[]
  files: ReadonlyMap<string, File>
  /** Texts whose pictures the project has. */
  has?: readonly string[]
  /** How many look-ups get no answer. */
  unanswered?: number
}

function createTest({ entries, files, has = [], unanswered = 0 }: Given) {
  const store = createLedgerStore()
  store.send({ kind: 'added', entries })
  const asked: { projectId: string; count: number }[] = []
  const pictures = new Map(has.map((text) => [hashOf(text), `picture of ${text}`]))
  let checked = 0
  const hasher = createHasher({
    store,
    fileOf: (id: string) => files.get(id),
    limits: async () => ({ maxBytes: 1000, maxPixels: 1e6 }),
    lookUp: async (projectId, sha256) => {
      asked.push({ projectId, count: sha256.length })
      if (asked.length <= unanswered) throw new TypeError('Failed to fetch')
      return new Map([...pictures].filter(([hash]) => sha256.includes(hash)))
    },
    onChecked: () => {
      checked += 1
    },
  })
  const stateOf = (id: string) => store.find(id)?.state
  return { store, hasher, asked, stateOf, checked: () => checked }
}

const filesOf = (texts: readonly string[]) => new Map(texts.map((text) => [text, picture(text)]))
/** An entry and a file for each text. */
const createTestOf = (texts: readonly string[], more: Partial<Given> = {}) =>
  createTest({ entries: texts.map((id) => entry(id)), files: filesOf(texts), ...more })

t.test('what the project has is known, and the rest waits to be sent', async (t) => {
  const texts = ['a', 'b', 'c']
  const { hasher, stateOf, store, asked } = createTestOf(texts, { has: ['b'] })
  await hasher.run()
  t.same(texts.map(stateOf), ['waiting', 'known', 'waiting'])
  t.match(store.find('b'), { hash: hashOf('b'), assetId: 'picture of b' })
  t.equal(store.find('a')?.hash, hashOf('a'))
  t.same(asked, [{ projectId: 'p', count: 3 }], 'in one question')
  t.notOk(texts.some((id) => hasher.isDue(store.find(id) ?? entry(id))))
})

t.test('few are asked for at first, and then twice as many, up to a hundred', async (t) => {
  const texts = Array.from({ length: 330 }, (_, index) => `${index}`)
  const { hasher, asked, checked } = createTestOf(texts)
  await hasher.run()
  t.same(
    asked.map(({ count }) => count),
    [3, 6, 12, 24, 48, 96, 100, 41],
  )
  t.equal(checked(), asked.length)
})

t.test('a hash that an earlier page computed is looked up, and not computed again', async (t) => {
  const { hasher, stateOf, asked } = createTest({
    entries: [entry('a', { hash: hashOf('b') }), entry('c', { hash: hashOf('c') })],
    files: filesOf(['a', 'c']),
    has: ['b'],
  })
  await hasher.run()
  t.same([stateOf('a'), stateOf('c')], ['known', 'waiting'])
  t.same(asked, [{ projectId: 'p', count: 2 }])
})

t.test('a question is about one project', async (t) => {
  const { hasher, asked } = createTest({
    entries: [entry('a'), entry('b', { projectId: 'q' }), entry('c')],
    files: filesOf(['a', 'b', 'c']),
  })
  await hasher.run()
  t.same(asked, [
    { projectId: 'p', count: 2 },
    { projectId: 'q', count: 1 },
  ])
})

t.test('the same bytes are asked for once', async (t) => {
  const { hasher, asked, stateOf } = createTestOf(['a', 'b'], {
    files: new Map(['a', 'b'].map((id) => [id, picture('same')])),
    has: ['same'],
  })
  await hasher.run()
  t.same(asked, [{ projectId: 'p', count: 1 }])
  t.same([stateOf('a'), stateOf('b')], ['known', 'known'])
})

t.test('what is no picture or cannot be read has failed, with a reason', async (t) => {
  const unreadable = picture('c')
  Object.defineProperty(unreadable, 'slice', {
    value: () => {
      throw new DOMException('gone', 'NotReadableError')
    },
  })
  const { hasher, store, asked } = createTest({
    entries: [entry('a'), entry('c')],
    files: new Map([
      ['a', new File(['text'], 'a.gif')],
      ['c', unreadable],
    ]),
  })
  await hasher.run()
  const reasons = ['a', 'c'].map((id) => store.find(id)?.reason)
  t.match(reasons, [/no picture/, /cannot be read any more/])
  t.same(
    asked.filter(({ count }) => count > 0),
    [],
    'nothing is asked for them',
  )
})

t.test('without an answer of the look-up nothing is sent, and a retry asks again', async (t) => {
  const { hasher, store, stateOf, asked } = createTestOf(['a', 'b'], { has: ['a'], unanswered: 1 })
  await hasher.run()
  t.same([stateOf('a'), stateOf('b')], ['failed', 'failed'])
  t.match(store.find('a')?.reason, /server does not answer/)
  for (const id of ['a', 'b']) store.send({ kind: 'retried', id })
  await hasher.run()
  t.same([stateOf('a'), stateOf('b')], ['known', 'waiting'])
  t.equal(asked.length, 2)
})

t.test('a file that was cancelled while it was hashed stays cancelled', async (t) => {
  const { hasher, store, stateOf } = createTestOf(['a', 'b'], { has: ['a'] })
  store.subscribe((ledger) => {
    if (ledger.get('a')?.hash && ledger.get('a')?.state === 'hashing') {
      store.send({ kind: 'cancelled', id: 'a' })
    }
  })
  await hasher.run()
  t.same([stateOf('a'), stateOf('b')], ['cancelled', 'waiting'])
})

const kind = fc.constantFrom('new', 'known', 'broken', 'lost', 'forced', 'stored')

t.test('after a run nothing is being hashed, and nothing is due', async (t) => {
  const property = fc.assert(
    fc.asyncProperty(fc.array(kind, { maxLength: 12 }), async (kinds) => {
      const ids = kinds.map((one, index) => `${one}-${index}`)
      const { hasher, store } = createTest({
        entries: kinds.map((one, index) =>
          entry(ids[index] ?? '', {
            ...(one === 'stored' && { state: 'stored' as const }),
            isForced: one === 'forced',
          }),
        ),
        // The page has no file for a lost one.
        files: new Map(
          ids
            .filter((id) => !id.startsWith('lost'))
            .map((id) => [id, id.startsWith('broken') ? new File(['x'], id) : picture(id)]),
        ),
        has: ids.filter((id) => id.startsWith('known')),
      })
      await hasher.run()
      const count = (...names: string[]) => kinds.filter((one) => names.includes(one)).length
      const { hashing, known, failed, waiting, stored } = summaryOf(store.get())
      return (
        hashing === 0 &&
        known === count('known') &&
        failed === count('broken') &&
        waiting === count('new', 'lost', 'forced') &&
        stored === count('stored') &&
        ![...store.get().values()].some(hasher.isDue)
      )
    }),
  )
  await t.resolves(property)
})
