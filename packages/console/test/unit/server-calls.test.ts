import { VitrineError } from '@vitrine/sdk'
import t, { type Test } from '@vitrine/testing/t'
import fc from 'fast-check'
import { callsOf } from '../../src/first-load/calls.ts'
import { originOf, originsOf } from '../../src/server/origins.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { inBrowser } from './browser-globals.ts'
import { names } from './editor-samples.ts'
import { type Call, openTab } from './open-tab.ts'

loadWords()

let answer: (call: Call) => Response | Promise<Response> = () => Response.json({ content: [] })
const calls = openTab(t, (call) => answer(call))
const { mostChanged, setValues } = await import('../../src/server/bulk.ts')
const { chunksOf, findAssets, mostIds, someAssetsQuery } = await import(
  '../../src/server/assets.ts'
)
const { download } = await import('../../src/server/download.ts')
const { wordsOf } = await import('../../src/words/errors.ts')
const { oldestShown, queries } = await import('../../src/server/queries.ts')

/** Pictures by their ids, but for those that are gone. */
const found = ({ query }: Call) =>
  Response.json({
    content: query.getAll('id').flatMap((id) => (id.endsWith('9') ? [] : [{ id }])),
  })

t.beforeEach(() => {
  calls.length = 0
  answer = found
})
t.afterEach(() => queries.clear())

t.test('parts are as large as they may be, and together they are the whole', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 20 }), (all, size) => {
      const parts = chunksOf(all, size)
      t.same(parts.flat(), all)
      return parts.every(
        ({ length }, index) => length === size || (index === parts.length - 1 && length > 0),
      )
    }),
  )
})

t.test('many pictures are read in calls of a hundred, without those that are gone', async (t) => {
  const ids = names(250)
  const assets = await findAssets('p', ids)
  t.same(
    calls.map(({ query }) => query.getAll('id').length),
    [100, 100, 50],
  )
  t.same(
    assets.map(({ id }) => id),
    ids.filter((id) => !id.endsWith('9')),
  )
})

t.test('pictures for a list are read once, and not at all for an empty one', async (t) => {
  const ids = names(mostIds + 1)
  const map = await queries.fetchQuery(someAssetsQuery('p', ids))
  t.equal(calls.length, 2)
  t.equal(map.get('p0')?.id, 'p0')
  t.notOk(map.has('p9'), 'it is gone')
  await queries.fetchQuery(someAssetsQuery('p', ids))
  t.equal(calls.length, 2, 'from the cache')
  t.equal(someAssetsQuery('p', []).enabled, false)
})

t.test('changes of many pictures are sent in calls of five hundred', async (t) => {
  answer = () => Response.json({})
  await setValues(
    'p',
    names(2 * mostChanged + 1).map((id) => ({ id, altText: `Alt of ${id}` })),
  )
  const bodies = await Promise.all(
    calls.map(({ request }) => request.json() as Promise<{ action: string; assets: object[] }>),
  )
  t.same(
    bodies.map(({ action, assets }) => [action, assets.length]),
    [
      ['update', mostChanged],
      ['update', mostChanged],
      ['update', 1],
    ],
  )
  t.same(bodies[2]?.assets, [{ id: 'p1000', altText: 'Alt of p1000' }])
})

t.test('a call that a page has given up is aborted', async (t) => {
  const signals: AbortSignal[] = []
  answer = ({ request: { signal } }) =>
    new Promise<Response>((_, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const query = someAssetsQuery('p', ['a'])
  const reading = queries.fetchQuery(query).catch((error: unknown) => error)
  while (signals.length === 0) await new Promise(setImmediate)
  await queries.cancelQueries({ queryKey: query.queryKey })
  await reading
  t.equal(signals[0]?.aborted, true)
  t.equal(wordsOf(signals[0]?.reason), 'Cancelled.')
})

t.test(
  'what the service has answered is not asked again, what it has not is asked once',
  async (t) => {
    const { retry } = queries.getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('there is no rule')
    for (const status of [400, 403, 404, 429, 500, 503]) {
      t.equal(retry(0, new VitrineError(new Response(null, { status }), {})), false, `${status}`)
    }
    t.same(
      [retry(0, new TypeError('fetch failed')), retry(1, new TypeError('fetch failed'))],
      [true, false],
    )
    t.equal(oldestShown(), null, 'no page shows anything')
  },
)

/** What a page does with a file: a link that is clicked, and an address that is given back. */
function fileSystem(t: Test) {
  const saved: { name: string; href: string }[] = []
  const files = new Map<string, Blob>()
  const document = {
    createElement: () => {
      const link = { href: '', download: '' }
      return {
        ...link,
        click(this: typeof link) {
          saved.push({ name: this.download, href: this.href })
        },
      }
    },
  }
  inBrowser(t, { document })
  t.intercept(URL, 'createObjectURL', {
    value: (file: Blob) => {
      files.set('blob:1', file)
      return 'blob:1'
    },
  })
  t.intercept(URL, 'revokeObjectURL', { value: (address: string) => files.delete(address) })
  return { saved, files }
}

t.test('a table is saved under its name, and its address is given back', async (t) => {
  const { saved, files } = fileSystem(t)
  answer = () => new Response('day,views\n2026-01-01,3\n')
  await download('/api/projects/p/statistics?by=day', 'text/csv', 'days-28.csv')
  t.same(saved, [{ name: 'days-28.csv', href: 'blob:1' }])
  t.equal(await files.get('blob:1')?.text(), 'day,views\n2026-01-01,3\n')
  t.equal(calls[0]?.request.headers.get('accept'), 'text/csv')
  await new Promise((resolve) => setTimeout(resolve, 0))
  t.equal(files.size, 0)
})

t.test('a table that is refused saves nothing, and says why', async (t) => {
  const { saved } = fileSystem(t)
  answer = () => Response.json({ code: 'FORBIDDEN', message: 'No.', details: [] }, { status: 403 })
  await t.rejects(download('/api/projects/p/statistics', 'text/csv', 'x.csv'), {
    code: 'FORBIDDEN',
  })
  answer = () => new Response('<html>', { status: 404 })
  await t.rejects(download('/api/x', 'text/csv', 'x.csv'), VitrineError)
  t.same(saved, [])
})

t.test('the calls that an address needs first are about its project and widget alone', async () => {
  const id = fc.oneof(fc.uuid(), fc.constantFrom('..', 'x', '%2e%2e', '', 'a/b'))
  const rest = fc.constantFrom(
    'library',
    'keys',
    'widgets',
    'widgets/',
    'settings',
    'widgets/../../x',
    'library/view',
  )
  const last = fc.option(fc.uuid())
  fc.assert(
    fc.property(id, rest, fc.constantFrom('', '?q=a'), last, (project, page, search, former) => {
      const pathname = `/console/p/${project}/${page}`
      const paths = callsOf({ pathname, search }, () => former)
      return paths.every((path) => {
        const { pathname: read } = new URL(path, 'https://vitrine.example')
        return (
          read === path.split('?')[0] &&
          (read === `/api/projects/${project}` || read.startsWith(`/api/projects/${project}/`)) &&
          /^[0-9a-f-]{36}$/.test(project)
        )
      })
    }),
    { numRuns: 300 },
  )
})

const hosts = fc.domain().map((host) => host.toLowerCase())

t.test('an origin is found in each address of a site, and is its own origin', async () => {
  const parts = fc.record({
    host: hosts,
    port: fc.constantFrom('', ':8443', ':80'),
    path: fc.constantFrom('', '/', '/shop?a=b#c', '?x', '#y'),
    scheme: fc.constantFrom('', 'https://', 'HTTPS://', 'http://'),
    space: fc.constantFrom('', ' ', '\n', '\t'),
  })
  fc.assert(
    fc.property(parts, ({ host, port, path, scheme, space }) => {
      const origin = originOf(`${space}${scheme}${host}${port}${path}${space}`)
      const wanted = `${(scheme || 'https://').toLowerCase()}${host}${port}`
      return origin === wanted && originOf(origin) === origin
    }),
    { numRuns: 200 },
  )
})

t.test(
  'a list of sites is the same, however it is separated, and each is in it once',
  async (t) => {
    const separators = fc.constantFrom(' ', ', ', ',', ';', '\n', '\r\n', '\t')
    fc.assert(
      fc.property(fc.array(hosts, { maxLength: 5 }), separators, (list, separator) => {
        const origins = originsOf([...list, ...list].join(separator))
        t.same(origins, [...new Set(list.map((host) => `https://${host}`))])
        return originsOf(origins.join('\n')).join() === origins.join()
      }),
      { numRuns: 100 },
    )
  },
)
