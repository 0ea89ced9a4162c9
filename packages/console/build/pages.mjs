import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The scripts that a first visit of each page loads, as recorded last: after gzip, in KB (1024 bytes). 5 % more or
 * less fails the build, so that growth is a decision, and a page that has become smaller stays so.
 */
const recorded = {
  'sign-in': 109.4,
  register: 109.3,
  'forgot-password': 109.5,
  'reset-password': 109.5,
  'verify-email': 109.7,
  invitation: 110,
  projects: 150.9,
  account: 154.2,
  'p/$projectId/library': 171.9,
  'p/$projectId/alt-text': 156.8,
  'p/$projectId/widgets': 156.4,
  'p/$projectId/widgets/$widgetId': 235.8,
  'p/$projectId/widgets/$widgetId/code': 156.2,
  'p/$projectId/widgets/$widgetId/history': 155.7,
  'p/$projectId/widgets/$widgetId/view': 149.7,
  'p/$projectId/keys': 153.1,
  'p/$projectId/analytics': 154.9,
  'p/$projectId/settings': 156.3,
  'o/$orgId/members': 155.5,
  'o/$orgId/audit': 156.9,
  'o/$orgId/settings': 153,
}

/** Where the console opens: mostly in the library of the last project. */
export const startPage = 'p/$projectId/library'

/** The most that a page may load, KB. */
const limits = { [startPage]: 190, 'p/$projectId/widgets/$widgetId': 260 }
const [limitInFront, limitBehind] = [112, 160]

const firstData = 'src/shell/first-data.ts'
const text = readFileSync(join(import.meta.dirname, '../src/routes.tsx'), 'utf8')

const find = (route, pattern) => pattern.exec(route)?.[1]

/** The routes of the source by the names of their constants, of both forms: `page(…)` and `createRoute({ … })`. */
const routes = new Map(
  [...text.matchAll(/const (\w+) = (?:page|createRoute)\(([\s\S]*?)\)\n(?=\n|const )/g)].map(
    ([, name, route]) => {
      const file = find(route, /\(\) => import\('\.\/([^']+)'\)/)
      const found = {
        parent: find(route, /^\s*(\w+),\s*'/) ?? find(route, /getParentRoute: \(\) => (\w+)/),
        path: find(route, /^\s*\w+,\s*'([^']+)'/) ?? find(route, /\bpath: '([^']+)'/),
        source: file && `src/${file}`,
        isBehindSignIn: route.includes('isStranger()'),
      }
      return [name, found]
    },
  ),
)

/** A route after those around it. */
const lineOf = (route) => (route === undefined ? [] : [...lineOf(routes.get(route.parent)), route])

function pageOf(route) {
  const line = lineOf(route)
  const path = line.flatMap((one) => one.path ?? []).join('/')
  const isBehindSignIn = line.some((one) => one.isBehindSignIn)
  const now = recorded[path]
  if (now === undefined) throw new Error(`build/pages.mjs has no size of the page ${path}`)
  const around = line.slice(0, -1).flatMap(({ source }) => source ?? [])
  return {
    name: path.replaceAll('$', '').replaceAll('/', '-'),
    path,
    source: route.source,
    around: isBehindSignIn ? [...around, firstData] : [],
    isBehindSignIn,
    now,
    most: limits[path] ?? (isBehindSignIn ? limitBehind : limitInFront),
  }
}

/** The pages of the router: their addresses below `/console/`, and what is loaded for a first visit. */
export const pages = [...routes.values()]
  .filter(({ source }) => source?.endsWith('-page.tsx'))
  .map(pageOf)

/** Modules around the pages, which read their first data. */
export const surroundings = [...new Set(pages.flatMap(({ around }) => around))]
