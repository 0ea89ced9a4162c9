import t from '@vitrine/testing/t'
import type { Request } from 'playwright-core'
import { startSite } from './site.ts'
import { startStack } from './stack.ts'
import { openContext, visit } from './visit.ts'
import { wakeTabs } from './waking-tabs.ts'

const { url, account } = await startStack(t)
const { page } = await visit(t)
const context = page.context()

const everythingStored = `(async () => {
  const databases = await indexedDB.databases()
  const read = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const rows = []
  for (const { name } of databases) {
    const database = await read(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store)
      rows.push(name, store, await read(objects.getAllKeys()), await read(objects.getAll()))
    }
    database.close()
  }
  const fields = [...document.querySelectorAll('input, textarea')].map(({ value }) => value)
  return JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, rows, fields, document.cookie, location.href,
    history.state, window.name, document.documentElement.outerHTML,
    performance.getEntriesByType('resource').map(({ name }) => name),
  ])
})()`

let tokens: ReadonlySet<string> = new Set()

t.test('tabs that wake up together refresh once, and none is signed out', async (t) => {
  tokens = await wakeTabs(t, page, { url, account, count: 3 })
})

t.test('no token is where scripts, or a person beside the screen, can read it', async (t) => {
  t.ok(tokens.size >= 2, 'tokens were sent')
  const cookies = await context.cookies(`${url}/api/auth/refresh`)
  t.match(cookies, [{ httpOnly: true, sameSite: 'Strict', path: '/api/auth' }])
  const secrets = [...tokens, ...cookies.map(({ value }) => value)]
  for (const path of ['projects', 'account', `o/${account.organizationId}/members`]) {
    await page.goto(`${url}/console/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const stored = String(await page.evaluate(everythingStored))
    for (const secret of secrets) t.notOk(stored.includes(secret), `none at ${path}`)
  }
})

/** Each tries to use the cookie from a page of another site. */
const attempts: Record<string, string> = {
  'a form': `(() => {
    const form = Object.assign(document.createElement('form'), {
      action: ADDRESS, method: 'post', enctype: 'text/plain',
    })
    // Name and value together are JSON, the body of the form.
    const field = { name: '{"session":"cookie","x":"', value: '"}' }
    form.append(Object.assign(document.createElement('input'), field))
    document.body.append(form)
    form.submit()
  })()`,
  'a call without CORS': `void fetch(ADDRESS, {
    method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"session":"cookie"}',
  }).catch(() => null)`,
  'a call with CORS': `void fetch(ADDRESS, {
    method: 'POST', credentials: 'include', body: '{"session":"cookie"}',
    headers: { 'content-type': 'application/json' },
  }).catch(() => null)`,
  'a beacon':
    'navigator.sendBeacon(ADDRESS, new Blob([`{"session":"cookie"}`], { type: "text/plain" }))',
}

t.test('a page of another site neither refreshes nor ends the session', async (t) => {
  const site = await startSite(t)
  const cookies = async () =>
    (await context.cookies(`${url}/api/auth/refresh`))
      .map(({ name, value }) => `${name}=${value}`)
      .sort()
  const before = await cookies()
  const foreign = await context.newPage()
  for (const [name, attempt] of Object.entries(attempts)) {
    for (const path of ['/api/auth/refresh', '/api/auth/logout']) {
      const address = `${url}${path}`
      await foreign.goto(site.origin)
      const isOver = (request: Request) => request.url() === address && request.method() === 'POST'
      const ended = Promise.race([
        foreign.waitForEvent('requestfinished', isOver),
        foreign.waitForEvent('requestfailed', isOver),
      ])
      await foreign.evaluate(attempt.replace('ADDRESS', JSON.stringify(address)))
      const response = await (await ended).response()
      t.ok(response === null || response.status() >= 400, `${name}: ${path}`)
    }
  }
  await foreign.close()
  t.same(await cookies(), before, 'the cookies are the same')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
})

t.test('the console cannot be framed', async (t) => {
  const site = await startSite(t)
  site.paste(`<iframe src="${url}/console/sign-in"></iframe>`)
  // Opened without `visit`, which fails on complaints of the browser: this page must cause one.
  const stranger = await openContext()
  t.teardown(() => stranger.close())
  const foreign = await stranger.newPage()
  await foreign.goto(site.origin)
  const frame = foreign.frames().find((one) => one.parentFrame() !== null)
  t.match(frame?.url(), /^chrome-error:/)
})
