import type { BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Stack } from './stack.ts'
import { signInByForm } from './visit.ts'

/** An access token that the service refuses as it refuses an expired one. */
const outdated = 'e30.e30.e30'

/**
 * So many tabs wake up together with an expired token: they refresh once, and none is signed out.
 *
 * @param page the first of them.
 * @returns all access tokens that they have sent.
 */
export async function wakeTabs(
  t: Test,
  page: Page,
  { url, account, count }: Pick<Stack, 'url' | 'account'> & { count: number },
): Promise<ReadonlySet<string>> {
  const context = page.context()
  const tokens = new Set<string>()
  let refreshes = 0
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    if (pathname === '/api/auth/refresh') refreshes += 1
    const token = request.headers().authorization?.replace('Bearer ', '')
    if (token !== undefined) tokens.add(token)
  })
  await signInByForm(page, url, account)
  const atStart = refreshes
  const tabs: Page[] = [page]
  while (tabs.length < count) tabs.push(await context.newPage())
  for (const tab of tabs.slice(1)) {
    await tab.goto(`${url}/console/projects`)
    await tab.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  }
  t.equal(refreshes, atStart, 'each took the token of the first')
  await expire(context, tokens)
  const before = refreshes
  const openMembers = `history.pushState({}, '', '/console/o/${account.organizationId}/members')`
  await Promise.all(tabs.map((tab) => tab.evaluate(openMembers)))
  for (const tab of tabs) await tab.getByRole('table', { name: 'Members' }).waitFor()
  t.equal(refreshes - before, 1)
  for (const tab of tabs.slice(1)) await tab.close()
  return tokens
}

/** From now on, the tokens that were sent so far are expired. */
async function expire(context: BrowserContext, tokens: ReadonlySet<string>): Promise<void> {
  const expired = new Set([...tokens].map((token) => `Bearer ${token}`))
  await context.route('**/api/**', (route) => {
    const headers = route.request().headers()
    if (!expired.has(headers.authorization ?? '')) return route.continue()
    return route.continue({ headers: { ...headers, authorization: `Bearer ${outdated}` } })
  })
}
