import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { parseAnalyticsSearch } from '../../src/analytics/search.ts'
import {
  filterOf as auditFilterOf,
  isFiltered as isAuditFiltered,
} from '../../src/audit/conditions.ts'
import { type AuditSearch, parseAuditSearch } from '../../src/audit/search.ts'
import {
  type AltRunSearch,
  conditionsOf,
  parseAltRunSearch,
} from '../../src/library/alt-run/search.ts'
import { runFilterOf, startOf } from '../../src/library/alt-run/start.ts'
import { emptinessOf, filterOf } from '../../src/library/conditions.ts'
import { type LibrarySearch, parseLibrarySearch } from '../../src/library/search.ts'
import { parseMembersSearch } from '../../src/members/search.ts'
import { layouts } from '../../src/publishing/layout-words.ts'
import type { Sort } from '../../src/server/picture-order.ts'
import { parseNext } from '../../src/sign-in/next.ts'
import { isFiltered as isWidgetFiltered, parseWidgetSearch } from '../../src/widgets/search.ts'

type Given = Record<string, unknown>

const parsers = {
  library: parseLibrarySearch,
  'alt-text': parseAltRunSearch,
  widgets: parseWidgetSearch,
  audit: parseAuditSearch,
  members: parseMembersSearch,
  analytics: parseAnalyticsSearch,
  'sign-in': parseNext,
} as Readonly<Record<string, (given: Given) => Given>>

/** Writes a search into an address and reads it back, with the functions of the router. */
const readBack = (parse: (given: Given) => Given, search: Given): Given =>
  parse(defaultParseSearch(defaultStringifySearch(search)))

const names = [
  'q',
  'folder',
  'alt',
  'unused',
  'duplicates',
  'minBytes',
  'tag',
  'sort',
  'view',
  'asset',
  'at',
  'since',
  'n',
  'status',
  'layout',
  'actor',
  'kind',
  'action',
  'from',
  'to',
  'thing',
  'request',
  'page',
  'days',
  'widget',
  'show',
  'next',
  '__proto__',
  'constructor',
]

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 260 }),
  fc.constantFrom<unknown>('root', 'GRID', 'DRAFT', 'missing', true, 'true', 1e21, -0, '\ud83d'),
)
const anything = fc.dictionary(fc.constantFrom(...names), value)
/** Every parameter is an object that is no text, because it has a key named `toString`. */
const noText: [Given] = [Object.fromEntries(names.map((name) => [name, { toString: {} }]))]

for (const [name, parse] of Object.entries(parsers)) {
  t.test(`${name}: any address is read`, async () => {
    fc.assert(
      fc.property(fc.oneof(fc.webQueryParameters(), fc.string()), (query) => {
        parse(defaultParseSearch(`?${query}`))
      }),
    )
  })

  t.test(`${name}: what is read can be written, and is read back`, async () => {
    fc.assert(
      fc.property(anything, (given) => {
        const search = parse(given)
        const again = readBack(parse, search)
        return JSON.stringify(again) === JSON.stringify(search)
      }),
      { numRuns: 400, examples: [noText] },
    )
  })

  t.test(`${name}: what is read has no parameter without a value`, async () => {
    fc.assert(
      fc.property(anything, (given) =>
        Object.values(parse(given)).every((one) => one !== undefined && one !== ''),
      ),
    )
  })
}

const optional = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: undefined })
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((one) => one.trim() !== '')
const id = fc.uuid()

const defined = <Search extends object>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, one]) => one !== undefined)) as Search

const librarySearch = fc
  .record({
    q: optional(text),
    folder: optional(fc.oneof(fc.constant('root'), id)),
    alt: optional(fc.constantFrom('missing' as const, 'present', 'decorative')),
    unused: optional(fc.constant(true)),
    duplicates: optional(fc.constant(true)),
    minBytes: optional(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    tag: optional(text),
    sort: optional(fc.constantFrom('createdAt,asc' as const, 'filename,desc', 'updatedAt,desc')),
    view: optional(fc.constantFrom('grid' as const, 'list')),
    asset: optional(id),
  })
  .map((search) => defined<LibrarySearch>(search))

t.test('a link to filtered pictures shows the same pictures', async () => {
  fc.assert(
    fc.property(librarySearch, (search) => {
      const again = readBack(parseLibrarySearch as (given: Given) => Given, search)
      return JSON.stringify(filterOf(again)) === JSON.stringify(filterOf(search))
    }),
  )
})

t.test('texts that look like other values stay texts', async (t) => {
  for (const q of [
    'true',
    'null',
    '7',
    '1e3',
    '12345678901234567890',
    '[1]',
    '{"a":1}',
    '"x"',
    '0x1F',
  ]) {
    t.same(readBack(parseLibrarySearch as (given: Given) => Given, { q, tag: q }), { q, tag: q }, q)
    t.same(readBack(parseWidgetSearch as (given: Given) => Given, { q }), { q }, q)
  }
})

t.test('a search that is typed into the address is a text, whatever it looks like', async (t) => {
  const typed = (query: string) => parseLibrarySearch(defaultParseSearch(query)).q
  t.equal(typed('?q=2026'), '2026')
  t.equal(typed('?q=true'), 'true')
  t.equal(typed('?q=dune%20sea'), 'dune sea')
  t.equal(typed('?q=%20%20'), undefined)
})

t.test('a long search is cut between characters', async (t) => {
  const q = `${'x'.repeat(199)}🌊🌊`
  for (const parse of [parseLibrarySearch, parseWidgetSearch]) {
    const read = parse({ q }).q ?? ''
    t.doesNotThrow(() => encodeURIComponent(read), 'half a character has no address')
    t.ok(q.startsWith(read))
    t.equal(read.length, 199)
  }
  t.equal(parseLibrarySearch({ tag: 'a\ud83cb' }).tag, 'ab')
})

t.test('what the library does not understand is left out', async (t) => {
  const wrong = {
    folder: '../x',
    alt: 'no',
    unused: 'yes',
    sort: 'x',
    view: 'cards',
    asset: 'y',
    x: 1,
  }
  t.same(parseLibrarySearch(wrong), {})
})

t.test('a size is a number of bytes', async (t) => {
  const read = (minBytes: unknown) => parseLibrarySearch({ minBytes }).minBytes
  t.equal(read(2_000_000), 2_000_000)
  t.equal(read('2000000'), 2_000_000)
  for (const wrong of [true, [5], '', null, 0, -1, 1.5, 2 ** 31, 'many', {}]) {
    t.equal(read(wrong), undefined, JSON.stringify(wrong))
  }
})

t.test('each condition of the library is one of the list of the service', async () => {
  fc.assert(
    fc.property(librarySearch, (search) => {
      const { folderId, tag, ...same } = filterOf(search)
      const { folder, tag: label, sort, view, asset, ...conditions } = search
      return (
        folderId === folder &&
        JSON.stringify(tag) === JSON.stringify(label === undefined ? undefined : [label]) &&
        JSON.stringify(same) === JSON.stringify(conditions)
      )
    }),
  )
})

t.test('the reason of an empty list is the nearest one that a person can change', async (t) => {
  const folder = '8c9a0000-0000-4000-8000-000000000001'
  t.equal(emptinessOf({}), 'library')
  t.equal(emptinessOf({ sort: 'filename,asc', view: 'list', asset: folder }), 'library')
  t.equal(emptinessOf({ folder: 'root' }), 'root')
  t.equal(emptinessOf({ folder }), 'folder')
  fc.assert(
    fc.property(librarySearch, ({ folder: _, ...search }) => {
      const isFiltered = Object.keys(filterOf(search)).length > 0
      return (emptinessOf({ ...search, folder }) === 'no match') === isFiltered
    }),
  )
})

t.test(
  'the alt-text run keeps the conditions and the order of the library, and is about missing texts',
  async () => {
    const place = fc.record({
      at: id,
      since: fc.constant('2026-11-25T10:00:00'),
      n: fc.integer({ min: 1 }),
    })
    fc.assert(
      fc.property(librarySearch, place, (search, { at, since, n }) => {
        const run: AltRunSearch = { ...conditionsOf(search), at, since, n }
        const again: AltRunSearch = readBack(parseAltRunSearch as (given: Given) => Given, run)
        const filter = runFilterOf(again, startOf(again))
        const { alt: _, ...others } = filterOf(search)
        const bounds: Partial<Record<Sort, object>> = {
          'createdAt,asc': { createdFrom: since },
          'createdAt,desc': { createdTo: '2026-11-25T10:00:01' },
        }
        const bound = bounds[search.sort ?? 'createdAt,desc']
        return (
          again.sort === search.sort &&
          JSON.stringify(startOf(again)) ===
            JSON.stringify({ id: at, createdAt: since, number: n }) &&
          JSON.stringify(filter) === JSON.stringify({ ...others, alt: 'missing', ...bound })
        )
      }),
    )
  },
)

t.test('a list of widgets is filtered by what hides some, not by its order', async () => {
  const any = fc.record({
    q: optional(text),
    status: optional(fc.constantFrom('PUBLISHED', 'DRAFT')),
    layout: optional(fc.constantFrom(...layouts)),
    sort: optional(fc.constantFrom('name,asc', 'createdAt,desc')),
  })
  fc.assert(
    fc.property(any, (given) => {
      const search = parseWidgetSearch(defined(given))
      const { sort: _, ...conditions } = given
      const isHiding = Object.values(conditions).some((one) => one !== undefined)
      return (
        isWidgetFiltered(search) === isHiding &&
        JSON.stringify(search) === JSON.stringify(defined(given))
      )
    }),
  )
})

const day = fc
  .date({ min: new Date('1971-01-02'), max: new Date('8999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

t.test('a day of the log is a day of a calendar', async (t) => {
  for (const wrong of [
    '2026-02-31',
    '2026-13-01',
    '0050-01-01',
    '2026-1-1',
    'yesterday',
    20261124,
  ]) {
    t.same(parseAuditSearch({ from: wrong, to: wrong }), {}, String(wrong))
  }
  t.same(parseAuditSearch({ from: '2028-02-29', to: '9999-12-31' }), { from: '2028-02-29' })
})

t.test('days of the log begin and end at midnight of the reader', async () => {
  const secondsOf = (moment: string | undefined) => Date.parse(moment ?? '') / 1000
  fc.assert(
    fc.property(day, (one) => {
      const { from, to } = auditFilterOf(parseAuditSearch({ from: one, to: one }))
      const hours = (secondsOf(to) - secondsOf(from)) / 3600
      const begins = new Date(from ?? '')
      // A day on which clocks change is an hour longer or shorter.
      return begins.getHours() === 0 && begins.getMinutes() === 0 && hours >= 22 && hours <= 26
    }),
  )
})

t.test('each filter of the log is a condition of its list', async () => {
  const any = fc.record({
    actor: optional(id),
    kind: optional(fc.constantFrom('widget', 'api-key')),
    action: optional(fc.constantFrom('widget.publish', 'api-key.rotate')),
    from: optional(day),
    to: optional(day),
    thing: optional(id),
    request: optional(fc.stringMatching(/^[\w.-]{1,100}$/)),
  })
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 1e6 - 1 }), (given, page) => {
      const search: AuditSearch = defined({ ...given, page })
      const again: AuditSearch = readBack(parseAuditSearch as (given: Given) => Given, search)
      const count = Object.keys(auditFilterOf(again)).length
      const expected = Object.keys(search).length - 1
      return count === expected && isAuditFiltered(again) === expected > 0 && again.page === page
    }),
  )
})
