import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { startProject } from './sample.ts'
import { call } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId } = await startProject(t)
const { page } = await visitAs(t, { url, account })
const keys = `${url}/console/p/${projectId}/keys`

async function open(): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(keys)
  await tab.getByRole('heading', { name: 'No key yet' }).waitFor()
  return tab
}

const setVisibility = (tab: Page, state: 'hidden' | 'visible') =>
  tab.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })()`)

const key = (tab: Page) => tab.getByRole('heading', { name: 'Shop', exact: true })

async function endSessions(): Promise<void> {
  type Sessions = { content: { id: string; current: boolean }[] }
  const { content } = await calls<Sessions>('GET', '/api/auth/sessions')
  for (const { id, current } of content) {
    if (!current) await calls('DELETE', `/api/auth/sessions/${id}`)
  }
}

t.test('a change is shown in other tabs, in hidden ones when they are shown', async (t) => {
  const [seen, hidden] = [await open(), await open()]
  await setVisibility(hidden, 'hidden')
  const reads: string[] = []
  hidden.on('request', (request) => reads.push(request.url()))
  await page.goto(keys)
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByLabel('Name').fill('Shop')
  t.ok(await dialog.getByRole('radio', { name: 'Shows', exact: true }).isChecked())
  await dialog.getByRole('radio', { name: 'Shows and counts' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('alertdialog', { name: 'Your key' }).waitFor()
  await key(seen).waitFor()
  t.same(reads, [], 'a hidden tab reads nothing')
  await setVisibility(hidden, 'visible')
  await key(hidden).waitFor()
  await seen.getByText('Shows and counts', { exact: true }).waitFor()
  await Promise.all([seen.close(), hidden.close()])
})

t.test(
  'neither Escape nor a press closes the form below the dialog of an ended session',
  async (t) => {
    await page.goto(keys)
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New key', includeHidden: true })
    await form.getByLabel('Name').fill('Museum')
    await endSessions()
    await form.getByRole('button', { name: 'Create key' }).click()
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.waitFor()
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await ended.getByText('Nothing on this page is lost').click()
    const password = ended.getByLabel('Password', { exact: true })
    await password.click()
    t.equal(await form.count(), 1, 'the form is there')
    t.same(await axeProblems(page, { isDialog: true }), [])
    await password.fill(account.password)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog', { name: 'Your key' }).waitFor()
    const path = `/api/projects/${projectId}/api-keys`
    const all = (await call(url, 'GET', path, { token: account.token })) as { name: string }[]
    t.same(all.map(({ name }) => name).sort(), ['Museum', 'Shop'])
  },
)
