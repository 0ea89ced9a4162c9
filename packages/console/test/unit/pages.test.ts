import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { early, filesOf, htmlOf } from '../../build/files.mjs'
import { pages, startPage, surroundings } from '../../build/pages.mjs'
import { problemsOfSizes, reportOf, sizesOf } from '../../build/sizes.mjs'

type Size = Parameters<typeof problemsOfSizes>[0][number]

const sizeOf = (change: Partial<Size> = {}): Size => ({
  name: 'library',
  count: 4,
  js: 165,
  css: 8,
  most: 190,
  now: 165,
  ...change,
})

t.test(
  'a page of the recorded size has no problem, and neither has one that differs little',
  async (t) => {
    t.same(problemsOfSizes([sizeOf(), sizeOf({ js: 173.2 }), sizeOf({ js: 156.8 })]), [])
  },
)

t.test('a page that has grown or become smaller by more than 5 % is recorded again', async (t) => {
  t.same(problemsOfSizes([sizeOf({ js: 173.3 })]), [
    'library loads 173.3 KB of scripts; 165 KB are recorded (build/pages.mjs)',
  ])
  t.same(problemsOfSizes([sizeOf({ js: 140 })]), [
    'library loads 140 KB of scripts; 165 KB are recorded (build/pages.mjs)',
  ])
})

t.test('a page above its limit fails with any recorded size', async (t) => {
  t.same(problemsOfSizes([sizeOf({ js: 190.1, now: 189 })]), [
    'library loads 190.1 KB of scripts; 190 KB are allowed',
  ])
  t.same(problemsOfSizes([sizeOf({ js: 190, now: 189, css: 15.1 })]), [
    'library loads 15.1 KB of styles; 15 KB are allowed',
  ])
})

t.test('each problem names its page, and pages do not hide each other', async (t) => {
  const some = fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      js: fc.integer({ min: 1, max: 300 }),
      css: fc.integer({ min: 1, max: 20 }),
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(some, (list) => {
      const sizes = list.map((one) => sizeOf(one))
      const apart = sizes.flatMap((size) => problemsOfSizes([size]))
      t.same(problemsOfSizes(sizes), apart)
      return sizes.every((size) =>
        problemsOfSizes([size]).every((problem: string) =>
          problem.startsWith(`${size.name} loads `),
        ),
      )
    }),
    { numRuns: 50 },
  )
})

t.test(
  'the report has a line for each page, with what has changed since it was recorded',
  async (t) => {
    t.same(
      reportOf([sizeOf(), sizeOf({ js: 166.5 }), sizeOf({ name: 'view', js: 99, now: 100 })]),
      [
        `${'library'.padEnd(38)}  165.0 KB of scripts in 4 files (as recorded), 8 KB of styles`,
        `${'library'.padEnd(38)}  166.5 KB of scripts in 4 files (+1.5 KB), 8 KB of styles`,
        `${'view'.padEnd(38)}   99.0 KB of scripts in 4 files (-1 KB), 8 KB of styles`,
      ],
    )
  },
)

const manifest = {
  'index.html': { file: 'index.js', imports: ['_base'], css: ['start.css'] },
  [early]: { file: 'early.js' },
  'src/library.tsx': { file: 'library.js', imports: ['_base', '_grid'], css: ['library.css'] },
  'src/sign-in.tsx': { file: 'sign-in.js', imports: ['_base'] },
  _base: { file: 'base.js' },
  _grid: { file: 'grid.js', imports: ['_base'], css: ['grid.css', 'library.css'] },
}
const library = {
  name: 'library',
  most: 190,
  now: 165,
  source: 'src/library.tsx',
  around: [],
  isBehindSignIn: true,
}
const signIn = { ...library, name: 'sign-in', source: 'src/sign-in.tsx', isBehindSignIn: false }

t.test('a page weighs what its files weigh after gzip, each once', async (t) => {
  // Random bytes do not get smaller.
  const files = new Map(
    ['index.js', 'early.js', 'library.js', 'sign-in.js', 'base.js', 'grid.js'].map((name) => [
      name,
      randomBytes(10 * 1024),
    ]),
  )
  const reads: string[] = []
  const read = (name: string) => {
    reads.push(name)
    return files.get(name) ?? randomBytes(2 * 1024)
  }
  const [one, other] = sizesOf([library, signIn], manifest, read)
  t.match(one, { name: 'library', count: 5, most: 190, now: 165 })
  t.match(other, { name: 'sign-in', count: 3 })
  t.ok(Math.abs((one?.js ?? 0) - 50) < 0.5, `${one?.js} KB`)
  t.ok(Math.abs((one?.css ?? 0) - 6) < 0.5, `${one?.css} KB`)
  t.ok(Math.abs((other?.js ?? 0) - 30) < 0.5, `${other?.js} KB`)
  t.equal(new Set(reads).size, reads.length, 'no file is read twice')
})

t.test('text weighs less after gzip', async (t) => {
  const [size] = sizesOf([signIn], manifest, () => Buffer.from('a'.repeat(100 * 1024)))
  t.ok((size?.js ?? 100) < 2)
})

const index = `<head>
  <script type="module" crossorigin src="/console/index.js"></script>
  <link rel="modulepreload" crossorigin href="/console/base.js">
  <link rel="stylesheet" crossorigin href="/console/start.css">
</head>`

t.test('the template of a page keeps what the start has, in its order', async (t) => {
  const html = htmlOf(index, manifest, library)
  const tags = [...html.matchAll(/<(?:script|link)[^>]*>/g)].map(([tag]) => tag)
  const former = [...index.matchAll(/<(?:script|link)[^>]*>/g)].map(([tag]) => tag)
  t.same(
    tags.filter((tag) => former.includes(tag)),
    former,
  )
  for (const tag of tags) t.match(tag, / crossorigin /, 'as the scripts ask for them')
  t.equal(html.indexOf('early.js') < html.indexOf('index.js'), true, 'the account is asked first')
  t.ok(html.trimEnd().endsWith('</head>'), 'styles stand in the head')
})

t.test('the head of a page names each of its files once, and the early script first', async (t) => {
  const html = htmlOf(index, manifest, library)
  const named = [...html.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(([, file]) => file)
  const { scripts, styles } = filesOf(manifest, library)
  t.same(named.toSorted(), [...scripts, ...styles].toSorted())
  t.equal(named[0], 'early.js')
  t.ok(named.indexOf('start.css') < named.indexOf('library.css'))
})

t.test('a page before the sign-in asks for no account', async (t) => {
  const html = htmlOf(index, manifest, signIn)
  t.match(html, 'sign-in.js')
  t.notMatch(html, 'early')
})

t.test('a page whose files are not in the build fails it', async (t) => {
  t.throws(() => filesOf(manifest, { ...library, source: 'src/other.tsx' }), /src\/other.tsx/)
})

t.test('no page of the sign-in loads what stands behind it', async (t) => {
  const { scripts, styles } = filesOf(manifest, signIn)
  t.same(scripts.toSorted(), ['base.js', 'index.js', 'sign-in.js'])
  t.same(styles, ['start.css'])
})

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
    const routed = [
      ...routes.matchAll(/^(?:const| {2}component| {2}\(\)).* ?=> import\('.*-page\.tsx'/gm),
    ]
    t.equal(pages.length, routed.length, 'every page of the router')
  },
)

t.test(
  'the table of pages has each name and address once, and room above what is recorded',
  async (t) => {
    for (const key of ['name', 'path', 'source'] as const) {
      const all = pages.map((page) => page[key])
      t.equal(new Set(all).size, all.length, key)
    }
    for (const { name, now, most } of pages) t.ok(now <= most, name)
    const start = pages.find(({ path }) => path === startPage)
    t.equal(start?.isBehindSignIn, true)
    for (const { name, around, isBehindSignIn } of pages) {
      t.equal(around.length > 0, isBehindSignIn, `${name}: what stands around it`)
      for (const source of around) t.ok(surroundings.includes(source), `${name}: ${source}`)
    }
  },
)
