import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  back,
  begin,
  forward,
  goTo,
  type Item,
  isAtEnd,
  needsPage,
  numberOf,
  type Page,
  type Run,
  withoutGone,
  withPage,
} from '../../src/library/alt-run/run.ts'
import { conditionsOf, parseAltRunSearch } from '../../src/library/alt-run/search.ts'
import { runFilterOf, startOf } from '../../src/library/alt-run/start.ts'

const createdAt = '2026-11-25T10:00:00'
const item = (id: string): Item => ({ id, createdAt, filename: `${id}.jpg` })
const page = (ids: string, total = ids.length, nextCursor: string | null = null): Page => ({
  content: [...ids].map(item),
  totalElements: total,
  nextCursor,
})
const idsOf = ({ items }: Run): string => items.map(({ id }) => id).join('')
const presentOf = ({ items, index }: Run): string | undefined => items[index]?.id

t.test('a run goes through the pages of the list', async (t) => {
  let run = begin(page('ab', 3, 'next'), null)
  t.ok(needsPage(run))
  t.equal(run.total, 3)
  run = withPage(forward(forward(run)), page('c'))
  t.equal(presentOf(run), 'c')
  t.equal(numberOf(run), 3)
  t.notOk(isAtEnd(run))
  t.ok(isAtEnd(forward(run)))
})

t.test('after a reload a run goes on at its picture, with its number', async (t) => {
  const start = { id: 'c', createdAt, number: 7 }
  const run = begin(page('abcd', 9, 'next'), start)
  t.equal(idsOf(run), 'cd')
  t.equal(numberOf(run), 7)
  // Two before it were created in the same second. From it on there are seven.
  t.equal(run.total, 13)
})

t.test('a picture that has its text by now is shown where the run was left', async (t) => {
  const run = begin(page('de'), { id: 'c', createdAt, number: 3 })
  t.equal(idsOf(run), 'cde')
  t.equal(run.total, 5)
  t.equal(numberOf(run), 3)
})

t.test('pictures that are added while the run goes on are counted', async (t) => {
  const run = withPage(begin(page('ab', 2, 'next'), null), page('cd', 0, null))
  t.equal(run.total, 4)
  t.equal(idsOf(withPage({ ...run, nextCursor: 'x' }, page('de'))), 'abcde', 'none twice')
})

t.test('a deleted picture makes place for the next one', async (t) => {
  const run = withoutGone(forward(begin(page('abc'), null)), 'b')
  t.equal(presentOf(run), 'c')
  t.equal(numberOf(run), 2)
  t.equal(run.total, 2)
  t.same(run.gone, ['b.jpg'])
  const before = withoutGone(run, 'a')
  t.equal(presentOf(before), 'c', 'one before the present picture moves nothing')
  t.equal(withoutGone(run, 'x'), run)
})

t.test('a run goes to the picture whose text was taken back', async (t) => {
  const run = forward(forward(begin(page('abc'), null)))
  t.equal(presentOf(goTo(run, 'a')), 'a')
  t.equal(goTo(run, 'x'), run, 'one that is not loaded changes nothing')
})

const step = fc.constantFrom('forward', 'back', 'undo', 'gone', 'page')

t.test('after any steps the number is within the total and no picture appears twice', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(5), (steps, ofFirst) => {
      const names = 'abcdefghijklmnopqrstuvwxyz'
      let loaded = ofFirst
      let run = begin(page(names.slice(0, loaded), 26, 'next'), null)
      for (const kind of steps) {
        const id = presentOf(run)
        if (kind === 'forward') run = forward(run)
        else if (kind === 'back') run = back(run)
        else if (kind === 'undo') run = goTo(run, 'a')
        else if (kind === 'gone' && id !== undefined) run = withoutGone(run, id)
        else if (kind === 'page' && run.nextCursor !== null) {
          const next = Math.min(26, loaded + 5)
          run = withPage(run, page(names.slice(loaded, next), 0, next === 26 ? null : 'next'))
          loaded = next
        }
        if (run.index < 0 || run.index > run.items.length) return false
        if (numberOf(run) > run.total) return false
        if (new Set(idsOf(run)).size !== run.items.length) return false
        if (run.nextCursor === null && run.total !== run.items.length) return false
      }
      return true
    }),
  )
})

t.test('the address of a run has its conditions and its place', async (t) => {
  const at = '8c9a0000-0000-4000-8000-000000000001'
  const given = { tag: 'sea', alt: 'present', sort: 'createdAt,asc', at, since: createdAt, n: 37 }
  const search = parseAltRunSearch(given)
  t.same(search, { tag: 'sea', sort: 'createdAt,asc', at, since: createdAt, n: 37 })
  t.same(startOf(search), { id: at, createdAt, number: 37 })
  t.same(runFilterOf(search, startOf(search)), {
    tag: ['sea'],
    alt: 'missing',
    createdFrom: createdAt,
  })
  const newest = { at, since: createdAt }
  t.same(
    runFilterOf(newest, startOf(newest)),
    { alt: 'missing', createdTo: '2026-11-25T10:00:01' },
    'the newest first, as in the library: also those of the same second',
  )
  const named = { ...newest, sort: 'filename,asc' as const }
  t.same(runFilterOf(named, startOf(named)), { alt: 'missing' })
  t.same(parseAltRunSearch({ at, n: 3 }), {}, 'a picture alone is no place')
  t.same(parseAltRunSearch({ at, since: 'yesterday', n: -1 }), {})
  t.same(parseAltRunSearch({ at, since: createdAt, n: -1 }), { at, since: createdAt })
  t.equal(startOf({}), null)
  t.same(conditionsOf({ q: 'boat', alt: 'missing', asset: at, sort: 'filename,asc' }), {
    q: 'boat',
    sort: 'filename,asc',
  })
})
