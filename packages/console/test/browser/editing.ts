import { until } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { callsOf, createProject, upload } from './sample.ts'
import { startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

type Widget = { id: string; config: { gap?: number } }

/** A person who changes a setting of widgets in the editor. */
export async function startEditing(t: Test) {
  const { url, account } = await startStack(t)
  const calls = callsOf(url, account)
  const projectId = await createProject(calls, account.organizationId)
  const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg', altText: 'Dunes' })
  const widgets = `/api/projects/${projectId}/widgets`
  const { page } = await visit(t)
  await signIn(page, url, account)
  const context = page.context()
  const gap = (tab: Page) => tab.getByLabel('Space between', { exact: true })
  return {
    account,
    calls,
    context,
    gap,
    create: async (slug: string, status: 'DRAFT' | 'PUBLISHED'): Promise<Widget> => {
      const body = { name: slug, slug, layout: 'GRID', assetIds: [assetId] }
      const widget = await calls<Widget>('POST', widgets, body)
      if (status === 'PUBLISHED') await calls('PUT', `${widgets}/${widget.id}/publish`)
      return widget
    },
    stored: async ({ id }: Widget) => (await calls<Widget>('GET', `${widgets}/${id}`)).config,
    /** In a tab of its own. */
    open: async ({ id }: Widget): Promise<Page> => {
      const tab = await context.newPage()
      await tab.goto(`${url}/console/p/${projectId}/widgets/${id}`)
      await gap(tab).waitFor()
      return tab
    },
    /** Changes the setting, and waits until the browser has kept the change. */
    change: async (tab: Page, value: number): Promise<void> => {
      await gap(tab).fill(String(value))
      await until(async () => String(await tab.evaluate(kept)).includes(`"gap":${value}`))
    },
  }
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

/** Changes of a published widget come back after each of the ends of their tab, and none of them is public. */
export async function comeBack(
  t: Test,
  { create, stored, open, change, gap }: Awaited<ReturnType<typeof startEditing>>,
  ends: Readonly<Record<string, (tab: Page) => Promise<unknown>>>,
): Promise<void> {
  const widget = await create('live', 'PUBLISHED')
  let value = 20
  for (const [name, end] of Object.entries(ends)) {
    value += 1
    const tab = await open(widget)
    await change(tab, value)
    await end(tab)
    const next = await open(widget)
    t.equal(await gap(next).inputValue(), String(value), name)
    await next.getByText('Changes not published').waitFor()
    await next.close()
  }
  t.same(await stored(widget), {}, 'none of it is public')
}
