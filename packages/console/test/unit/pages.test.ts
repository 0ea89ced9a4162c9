import { readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { early, filesOf, htmlOf } from '../../build/files.mjs'
import { pages } from '../../build/pages.mjs'

const routes = readFileSync(new URL('../../src/routes.tsx', import.meta.url), 'utf8')

t.test(
  'pages are found in the routes, with their addresses and what stands around them',
  async (t) => {
    const page = (path: string) => pages.find((one) => one.path === path)
    const firstData = 'src/shell/first-data.ts'
    t.match(page('sign-in'), { source: 'src/sign-in/sign-in-page.tsx', isBehindSignIn: false })
    t.same(page('sign-in')?.around, [])
    t.match(page('p/$projectId/widgets/$widgetId/code'), {
      source: 'src/embed-code/embed-code-page.tsx',
      isBehindSignIn: true,
      around: ['src/shell/shell.tsx', 'src/shell/project-scope.tsx', firstData],
    })
    t.same(page('p/$projectId/widgets/$widgetId/view')?.around, [firstData], 'no shell around it')
    const routed = [...routes.matchAll(/lazyRouteComponent\(.*-page\.tsx'/g)]
    t.equal(pages.length, routed.length, 'every page of the router')
  },
)

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
    source: 'src/sign-in.tsx',
    around: [],
    isBehindSignIn: false,
  })
  t.match(html, 'assets/sign-in.js')
  t.notMatch(html, 'early')
})

t.test('a page whose files are not in the build fails it', async (t) => {
  t.throws(() => filesOf(manifest, { ...page, source: 'src/other.tsx' }), /src\/other.tsx/)
})
