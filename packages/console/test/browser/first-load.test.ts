import t from '@vitrine/testing/t'
import type { Request } from 'playwright-core'
import { startProject } from './sample.ts'
import { visitAs } from './visit.ts'

const { url, account, calls, projectId, project: path } = await startProject(t)
const leaves = { name: 'Leaves', slug: 'leaves', layout: 'GRID', assetIds: [] }
const { id: widgetId } = await calls<{ id: string }>('POST', `${path}/widgets`, leaves)

const { page } = await visitAs(t, { url, account })
const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url())
  return `${pathname}${search}`
}

/** Waits for the heading of the page itself: while it is loading, the heading says so. */
const shown = () =>
  page
    .getByRole('main')
    .getByRole('heading', { name: /^(?!Loading)/ })
    .first()
    .waitFor()

const library = {
  address: `p/${projectId}/library`,
  calls: [path, `${path}/assets?sort=createdAt%2Cdesc&page=0&size=100`],
}
const editor = {
  address: `p/${projectId}/widgets/${widgetId}`,
  calls: [path, `${path}/widgets/${widgetId}`],
}
const addresses = [
  library,
  editor,
  {
    address: `p/${projectId}/widgets/${widgetId}/code`,
    calls: [path, `${path}/widgets/${widgetId}`],
  },
]

for (const { address, calls } of addresses) {
  const all = ['/api/auth/me', ...calls]
  t.test(
    `${address.replace(/[0-9a-f-]{36}/g, '…')} asks for its data beside the account`,
    async (t) => {
      const sent: string[] = []
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      // No answer comes before all are asked for.
      await page.route(
        ({ pathname, search }) => all.includes(`${pathname}${search}`),
        async (route) => {
          sent.push(pathOf(route.request()))
          if (all.every((one) => sent.includes(one))) release()
          await released
          await route.continue()
        },
      )
      await page.goto(`${url}/console/${address}`)
      await shown()
      await page.unrouteAll({ behavior: 'wait' })
      const asked = all.filter((one) => sent.filter((path) => path === one).length !== 1)
      t.same(asked, [], 'each call is made once')
      const left = await page.evaluate('typeof vitrineHandover')
      t.equal(left, 'undefined', 'other scripts do not find the session')
    },
  )
}

t.test(
  'the data of a page is asked for while all its modules are still on their way',
  async (t) => {
    const { address, calls } = library
    const [first = '', ...others] = await scriptsOf(`${url}/console/${address}`)
    t.match(first, /early/)
    t.ok(others.length > 4)
    const missing = new Set(['/api/auth/refresh', '/api/auth/me', ...calls])
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/console/assets/*.js', async (route) => {
      if (pathOf(route.request()) !== first) await released
      await route.continue()
    })
    const asked = new Promise<void>((resolve) => {
      page.on('request', (request) => {
        missing.delete(pathOf(request))
        if (missing.size === 0) resolve()
      })
    })
    await page.goto(`${url}/console/${address}`, { waitUntil: 'commit' })
    await asked
    release()
    await shown()
    page.removeAllListeners('request')
    await page.unrouteAll({ behavior: 'wait' })
  },
)

t.test('a page is shown by the scripts that its head names, which load at once', async (t) => {
  const { address } = editor
  const named = await scriptsOf(`${url}/console/${address}`)
  t.ok(named.length > 4)
  const held: (() => Promise<void>)[] = []
  await page.route('**/console/assets/*.js', (route) =>
    named.includes(pathOf(route.request()))
      ? route.continue()
      : void held.push(() => route.continue()),
  )
  await page.goto(`${url}/console/${address}`, { waitUntil: 'commit' })
  await shown()
  // Requests that the page has given up never continue, so none is waited for.
  for (const release of held) release().catch(() => undefined)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

async function scriptsOf(address: string): Promise<string[]> {
  const html = await (await fetch(address)).text()
  return [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  )
}

t.test(
  'the files that every page runs are marked for the compiler, and others are not',
  async (t) => {
    const scripts = await scriptsOf(`${url}/console/p/${projectId}/library`)
    const marked: string[] = []
    for (const script of scripts) {
      const text = await (await fetch(`${url}${script}`)).text()
      if (text.startsWith('//# allFunctionsCalledOnLoad\n')) marked.push(script)
    }
    const names = marked.map((script) => script.replace(/.*\/(.+)-.{8}\.js$/, '$1'))
    t.same(names.toSorted(), ['around', 'base', 'library-page', 'shell', 'start'])
  },
)
