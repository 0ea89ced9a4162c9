import { until } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import t from 'tap'
import { callsOf, createProject, upload } from './sample.ts'
import { call, startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

const { url, account } = await startStack(t)
const calls = callsOf(url, account)
const projectId = await createProject(calls, account.organizationId)
const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg', altText: 'Dunes' })
const widgets = `/api/projects/${projectId}/widgets`

type Stored = { id: string; config: { gap?: number } }
async function create(slug: string, status: 'DRAFT' | 'PUBLISHED'): Promise<Stored> {
  const body = { name: slug, slug, layout: 'GRID', assetIds: [assetId] }
  const widget = await calls<Stored>('POST', widgets, body)
  if (status === 'PUBLISHED') await calls('PUT', `${widgets}/${widget.id}/publish`)
  return widget
}
const stored = async ({ id }: Stored) => (await calls<Stored>('GET', `${widgets}/${id}`)).config

const { page: first } = await visit(t)
await signIn(first, url, account)
const context = first.context()

const gap = (page: Page) => page.getByLabel('Space between', { exact: true })

async function open(page: Page, { id }: Stored): Promise<Page> {
  await page.goto(`${url}/console/p/${projectId}/widgets/${id}`)
  await gap(page).waitFor()
  return page
}

/** Changes a setting, and waits until the browser has kept the change. */
async function change(page: Page, value: number): Promise<void> {
  await gap(page).fill(String(value))
  await until(async () => String(await page.evaluate(kept)).includes(`"gap":${value}`))
}

const kept = `(async () => {
  const read = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('vitrine-editor-'))
  const database = await read(indexedDB.open(name))
  const copies = await read(database.transaction('copies').objectStore('copies').getAll())
  database.close()
  return JSON.stringify(copies)
})()`

const ends: Record<string, (page: Page) => Promise<unknown>> = {
  'a closed tab': (page) => page.close(),
  'a reload': (page) => page.reload(),
  'a crash': async (page) => {
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    // It has no answer.
    void session.send('Page.crash').catch(() => null)
    await crashed
    await page.close()
  },
}

t.test('changes of a published widget come back after the end of their tab', async (t) => {
  const widget = await create('live', 'PUBLISHED')
  let value = 20
  for (const [name, end] of Object.entries(ends)) {
    value += 1
    const page = await open(await context.newPage(), widget)
    await change(page, value)
    await end(page)
    const next = await open(await context.newPage(), widget)
    t.equal(await gap(next).inputValue(), String(value), name)
    await next.getByText('Changes not published').waitFor()
    await next.close()
  }
  t.same(await stored(widget), {}, 'none of it is public')
})

t.test('a draft without a connection is saved when there is one', async (t) => {
  const widget = await create('offline', 'DRAFT')
  const page = await open(await context.newPage(), widget)
  await context.setOffline(true)
  await gap(page).fill('31')
  await page.locator('[data-saving="offline"]').waitFor()
  t.same(await stored(widget), {})
  await context.setOffline(false)
  await until(async () => (await stored(widget)).gap === 31)
  await page.locator('[data-saving="saved"]').waitFor()
  await page.close()
})

t.test('a session that ends takes nothing with it', async (t) => {
  const widget = await create('session', 'DRAFT')
  const page = await open(await context.newPage(), widget)
  const { content } = await calls<{ content: { id: string; current: boolean }[] }>(
    'GET',
    '/api/auth/sessions',
  )
  for (const { id, current } of content) {
    if (!current) {
      await call(url, 'DELETE', `/api/auth/sessions/${id}`, { token: account.token })
    }
  }
  await gap(page).fill('41')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await until(async () => (await stored(widget)).gap === 41)
  t.equal(await gap(page).inputValue(), '41')
})
