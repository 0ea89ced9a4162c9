import { launchChromium } from '@vitrine/local/browser'
import t from '@vitrine/testing/t'
import type { BrowserContext } from 'playwright-core'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { startProxy } from './proxy.js'
import { newTab as openTab } from './tabs.js'

// Only the name matters: over http, cookies are for localhost alone.
const services = await startServices(t, { settings: { PUBLIC_URL: 'http://localhost' } })
const proxy = await startProxy(t, services)
const address = proxy.url.replace('127.0.0.1', 'localhost')
const browser = await launchChromium({ log: () => undefined })
t.teardown(() => browser.close())

const script = `
  const session = sdk.createSession(sdk.cookieStore())
  const vitrine = sdk.createClient({ baseUrl: location.origin, session })
  const statuses = async (count) => {
    const calls = Array.from({ length: count }, () => vitrine.GET('/api/auth/me'))
    return (await Promise.all(calls)).map(({ response }) => response.status)
  }`

const newTab = (context: BrowserContext) => openTab(context, address, script)

async function newBrowser() {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const { registration } = await newAccount(proxy.url)
  const { email, password } = registration
  return { context, credentials: JSON.stringify({ email, password }) }
}

const refreshCount = () => proxy.calls.filter((call) => call === 'POST /api/auth/refresh').length

t.test('two tabs share a login by the cookie, which no script can read', async (t) => {
  const { context, credentials } = await newBrowser()
  const tabs = [await newTab(context), await newTab(context)] as const
  const answer = await tabs[0].evaluate(`sdk.logIn(vitrine, ${credentials})`)
  t.notOk(Object.hasOwn(answer as object, 'refreshToken'))
  for (const tab of tabs) {
    const before = refreshCount()
    t.same(await tab.evaluate('statuses(5)'), Array(5).fill(200))
    t.equal(refreshCount() - before, tab === tabs[0] ? 0 : 1, 'five calls need one refresh')
    t.equal(await tab.evaluate('document.cookie'), '')
    t.equal(await tab.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'), '{}')
    t.notMatch(await tab.evaluate('session.tokens()'), { refreshToken: String })
  }
  const [cookie] = (await context.cookies(`${address}/api/auth/refresh`)).filter(
    ({ name }) => name === 'vitrine-refresh',
  )
  t.match(cookie, { httpOnly: true, sameSite: 'Strict', path: '/api/auth', domain: 'localhost' })
})

t.test('tabs refresh one after the other', async (t) => {
  const { context, credentials } = await newBrowser()
  const tabs = [await newTab(context), await newTab(context), await newTab(context)] as const
  await tabs[0].evaluate(`sdk.logIn(vitrine, ${credentials})`)
  let running = 0
  let most = 0
  const isRefresh = (sent: { url(): string }) => sent.url().endsWith('/api/auth/refresh')
  context.on('request', (request) => {
    if (isRefresh(request)) running += 1
    most = Math.max(most, running)
  })
  context.on('response', (response) => {
    if (isRefresh(response)) running -= 1
  })
  const others = tabs.slice(1)
  const answers = await Promise.all(others.map((tab) => tab.evaluate('statuses(3)')))
  t.same(answers, Array(others.length).fill([200, 200, 200]))
  t.equal(most, 1)
})

t.test('a logout ends the session in every tab', async (t) => {
  const { context, credentials } = await newBrowser()
  const tabs = [await newTab(context), await newTab(context)] as const
  await tabs[0].evaluate(`sdk.logIn(vitrine, ${credentials})`)
  t.same(await tabs[1].evaluate('statuses(1)'), [200])
  await tabs[1].evaluate('sdk.logOut(vitrine)')
  for (const tab of [...tabs, await newTab(context)]) {
    t.same(await tab.evaluate('statuses(1)'), [401])
  }
  const cookies = await context.cookies(`${address}/api/auth/refresh`)
  t.notOk(cookies.some(({ name }) => name === 'vitrine-refresh'))
})
