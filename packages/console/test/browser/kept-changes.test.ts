import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { comeBack, startEditing } from './editing.ts'

const editing = await startEditing(t)
const { account, calls, context, create, gap, open, stored } = editing

t.test('changes of a published widget come back after the end of their tab', (t) =>
  comeBack(t, editing, { 'a closed tab': (page) => page.close() }),
)

t.test('a draft without a connection is saved when there is one', async (t) => {
  const widget = await create('offline', 'DRAFT')
  const page = await open(widget)
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
  const page = await open(widget)
  const { content } = await calls<{ content: { id: string; current: boolean }[] }>(
    'GET',
    '/api/auth/sessions',
  )
  for (const { id, current } of content) {
    if (!current) {
      await calls('DELETE', `/api/auth/sessions/${id}`)
    }
  }
  await gap(page).fill('41')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await until(async () => (await stored(widget)).gap === 41)
  t.equal(await gap(page).inputValue(), '41')
})
