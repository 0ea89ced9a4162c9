import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { early, filesOf, htmlOf } from '../../build/files.mjs'
import { pages } from '../../build/pages.mjs'

const routes = ['front-routes.tsx', 'routes.tsx']
  .map((name) => readFileSync(join(import.meta.dirname, '../../src', name), 'utf8'))
  .join('')

t.test('every page of the router is in the table of the build, with its address', async (t) => {
  const routed = routes.split('createRoute(').flatMap((route) => {
    const [, path = ''] = /path: '([^']+)'/.exec(route) ?? []
    const [, source] =
      /lazyRouteComponent\(\(\) => import\('\.\/([^']+-page\.tsx)'/.exec(route) ?? []
    return source === undefined ? [] : [{ path, source }]
  })
  t.equal(routed.length, [...routes.matchAll(/lazyRouteComponent\(.*-page\.tsx'/g)].length)
  for (const { path, source } of routed) {
    const page = pages.find((one) => one.source === `src/${source}`)
    t.ok(page, source)
    const withoutScope = (one = '') => one.replace(/^(?:p\/\$projectId|o\/\$orgId)\//, '')
    t.equal(withoutScope(page?.path), withoutScope(path), source)
  }
  t.equal(pages.length, routed.length)
})

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_base'], css: ['assets/start.css'] },
  [early]: { file: 'assets/early.js', imports: ['_session'] },
  'src/shell/shell.tsx': { file: 'assets/shell.js', imports: ['_base'], css: ['assets/shell.css'] },
  'src/page.tsx': { file: 'assets/page.js', imports: ['_shared'], css: ['assets/page.css'] },
  'src/sign-in.tsx': { file: 'assets/sign-in.js', imports: ['_base'] },
  _base: { file: 'assets/base.js' },
  _session: { file: 'assets/session.js' },
  _shared: { file: 'assets/shared.js', imports: ['_base'], css: ['assets/page.css'] },
}
const page = { source: 'src/page.tsx', around: ['src/shell/shell.tsx'], isBehindSignIn: true }
const index = `<head>
  <script type="module" crossorigin src="/console/assets/index.js"></script>
  <link rel="modulepreload" crossorigin href="/console/assets/base.js">
  <link rel="stylesheet" crossorigin href="/console/assets/start.css">
</head>`

t.test('the head of a page names each of its files once, and the early script first', async (t) => {
  const html = htmlOf(index, manifest, page)
  const named = [...html.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(([, file]) => file)
  const { scripts, styles } = filesOf(manifest, page)
  t.same(named.toSorted(), [...scripts, ...styles].toSorted())
  t.equal(named[0], 'assets/early.js')
  t.equal(named.indexOf('assets/start.css') < named.indexOf('assets/page.css'), true)
})

t.test('a page before the sign-in asks for no account', async (t) => {
  const html = htmlOf(index, manifest, {
    ...{ source: 'src/sign-in.tsx', around: [], isBehindSignIn: false },
  })
  t.match(html, 'assets/sign-in.js')
  t.notMatch(html, 'early')
})

t.test('a page whose files are not in the build fails it', async (t) => {
  t.throws(() => filesOf(manifest, { ...page, source: 'src/other.tsx' }), /src\/other.tsx/)
})
