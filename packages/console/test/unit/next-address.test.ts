import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { takeFragment } from '../../src/sign-in/fragment.ts'
import { parseNext } from '../../src/sign-in/next.ts'
import { inBrowser } from './browser-globals.ts'

const origin = 'https://vitrine.example'

/** Where a browser goes that follows the address after the sign-in. */
const targetOf = (next: unknown): URL =>
  new URL(`/console${parseNext({ next }).next ?? '/'}`, `${origin}/console/sign-in`)

const isInConsole = ({ origin: there, pathname }: URL) =>
  there === origin && /^\/console\/(?!\/)/.test(pathname)

t.test('pages of the console are kept, with their filters and their place', async (t) => {
  const pages = [
    '/',
    '/projects',
    '/p/0f6f6a3e-0000-4000-8000-000000000000/library?q=a%2Fb&alt=missing',
    '/p/0f6f6a3e-0000-4000-8000-000000000000/keys#new-key',
    '/o/0f6f6a3e-0000-4000-8000-000000000000/audit?from=2026-01-01',
    '/p/x/library?q=../..',
    '/p/x/library?q=//evil.example',
  ]
  for (const next of pages) t.same(parseNext({ next }), { next }, next)
})

t.test('other sites, other parts of this one and other kinds are dropped', async (t) => {
  const hostile = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '.evil.example',
    '@evil.example/',
    ':8080/',
    '/..',
    '/../',
    '/../embed/preview',
    '/../../embed/preview',
    '/p/../../api/auth/logout',
    '/%2e%2e/embed/preview',
    '/.%2E/embed/preview',
    '/..\\embed',
    '/p\\..\\..\\embed',
    '/.//evil.example',
    '/p/..//evil.example',
    '',
  ]
  for (const next of hostile) t.same(parseNext({ next }), {}, JSON.stringify(next))
  for (const next of [undefined, null, 7, true, ['/projects'], { href: '/' }]) {
    t.same(parseNext({ next }), {}, JSON.stringify(next))
  }
})

const pieces = fc.constantFrom(
  '/',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E',
  '%2f',
  '%5c',
  '@',
  ':',
  '?',
  '#',
  '\t',
  '\n',
  ' ',
  'evil.example',
  'https:',
  'javascript:',
  'console',
  'api',
  'embed',
  '\0',
  '％',
  '。',
)

t.test('a sign-in ends in the console, with every address', async () => {
  const built = fc.array(pieces, { maxLength: 10 }).map((list) => list.join(''))
  const address = fc.oneof(
    built,
    built.map((text) => `/${text}`),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `/${text}`),
  )
  fc.assert(
    fc.property(address, (next) => isInConsole(targetOf(next))),
    { numRuns: 1000 },
  )
})

t.test('a kept address is the same when it is read again', async (t) => {
  const path = fc.oneof(
    fc.webPath().map((text) => `/${text}`),
    fc.webQueryParameters().map((text) => `/p/x/library?${text}`),
  )
  fc.assert(
    fc.property(path, (next) => {
      const parsed = parseNext({ next })
      t.same(parseNext(parsed), parsed)
    }),
  )
})

/** A page whose address has this fragment. */
function openLink(hash: string) {
  const shown: string[] = []
  const location = { hash, pathname: '/console/invitation', search: '?lang=de' }
  const history = {
    state: { key: 1 },
    replaceState: (_: unknown, __: string, url: string) => shown.push(url),
  }
  return { globals: { location, history }, shown }
}

t.test('the secret of a link is taken out of the address at once', async (t) => {
  const { globals, shown } = openLink('#abc-DEF_123')
  inBrowser(t, globals)
  t.equal(takeFragment(), 'abc-DEF_123')
  t.same(shown, ['/console/invitation?lang=de'])
})

t.test('a link that was cut off has no secret, and opens all the same', async (t) => {
  for (const hash of ['', '#', '#%', '#abc%', '#abc%2', '#%ff', '#%E0%A4%A']) {
    const { globals, shown } = openLink(hash)
    inBrowser(t, globals)
    t.equal(takeFragment(), '', hash)
    t.equal(shown.length, 1, 'and is taken out of the address')
  }
})

t.test('each secret comes back as it was put into the link', async (t) => {
  const { globals } = openLink('')
  inBrowser(t, globals)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (secret) => {
      globals.location.hash = `#${encodeURIComponent(secret)}`
      return takeFragment() === secret
    }),
    { numRuns: 200 },
  )
})
