import { EventEmitter, once } from 'node:events'
import { noisePng, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Locator, Page } from 'playwright-core'
import { addMember, startProject, upload } from './sample.ts'
import { call, fetchPatiently } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

type Widget = {
  id: string
  slug: string
  status: string
  revision: number
  config: Record<string, unknown>
  theme: Record<string, unknown>
  assetIds: string[]
}

const { url, account, calls: as, projectId, project } = await startProject(t)
const names = ['Dunes', 'Harbour', 'Lighthouse']
const assetIds: string[] = []
for (const [index, name] of names.entries()) {
  const picture = { name: `${name}.jpg`, width: 300 + index, altText: name }
  assetIds.push(await upload(url, account, projectId, picture))
}
const [dunes, harbour, lighthouse] = assetIds
const widgets = `${project}/widgets`
const create = (slug: string) =>
  as<Widget>('POST', widgets, { name: slug, slug, layout: 'GRID', assetIds })
const get = (id: string) => as<Widget>('GET', `${widgets}/${id}`)

const { page } = await visitAs(t, { url, account }, { viewport: { width: 1440, height: 900 } })

async function open(slug: string): Promise<{ widget: Widget; shown: Locator }> {
  const widget = await create(slug)
  await page.goto(`${url}/console/p/${projectId}/widgets/${widget.id}`)
  await page.getByRole('heading', { level: 1, name: slug }).waitFor()
  const shown = page.frameLocator('iframe').locator('vitrine-widget')
  await shown.locator('.live').waitFor()
  return { widget, shown }
}

const button = (name: string, around: Page | Locator = page) =>
  around.getByRole('button', { name, exact: true })
const isSaved = () =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()

t.test('pictures are put in order by the keyboard, and by the menu after a save', async (t) => {
  const { widget } = await open('order')
  t.same(await axeProblems(page), [])
  const hasFocus = (name: string) => button(name).and(page.locator(':focus')).waitFor()
  await button('Move Dunes').focus()
  await page.keyboard.press('Enter')
  await hasFocus('Insert between Dunes and Harbour')
  await page.keyboard.press('ArrowDown')
  await hasFocus('Insert between Harbour and Lighthouse')
  await page.keyboard.press('Enter')
  const moved = [harbour, dunes, lighthouse]
  await until(async () => (await get(widget.id)).assetIds.join() === moved.join())
  await isSaved()
  // Directly after a save: the row is the same, so that the press is not lost.
  await button('Actions for Dunes').click()
  await page.getByRole('menuitem', { name: 'Move to the front' }).click()
  await until(async () => (await get(widget.id)).assetIds[0] === dunes)
  await isSaved()
  await button('Undo').click()
  await until(async () => (await get(widget.id)).assetIds.join() === moved.join())
})

t.test('a setting is in the preview at once, stored soon, and survives a reload', async (t) => {
  const { widget, shown } = await open('settings')
  await page.getByText('Show captions').click()
  await shown.getByText('Harbour').waitFor()
  await page.getByLabel('Background', { exact: true }).fill('#102030')
  await page.getByLabel('Text of captions', { exact: true }).fill('#203040')
  await page.getByText('1.2 : 1, at least 4.5 is needed').waitFor()
  t.same(await axeProblems(page), [])
  await until(async () => (await get(widget.id)).theme.captionColor === '#203040')
  t.same((await get(widget.id)).config, { showCaptions: true })
  await isSaved()
  await page.reload()
  await shown.getByText('Harbour').waitFor()
  await button('Undo').click()
  await until(async () => !('captionColor' in (await get(widget.id)).theme))
})

t.test(
  'a theme is in the preview at once, stored as plain keys, and undone in one step',
  async (t) => {
    const { widget, shown } = await open('themes')
    const background = () =>
      shown.evaluate((one) => getComputedStyle(one).getPropertyValue('--vitrine-background-color'))
    const theme = (name: string) =>
      page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name })
    t.ok(await theme('Plain').isChecked())
    await page.getByLabel('Font', { exact: true }).fill('Georgia')
    await theme('Night').check({ force: true })
    await until(async () => (await background()) === '#14161b')
    t.same((await get(widget.id)).theme, {}, 'it is seen before it is stored')
    await until(async () => (await get(widget.id)).theme.colorScheme === 'dark')
    t.match((await get(widget.id)).theme, { backgroundColor: '#14161b', fontFamily: 'Georgia' })
    t.same(await axeProblems(page), [])
    await page.getByLabel('Inner margin', { exact: true }).fill('8')
    t.notOk(await theme('Night').isChecked(), 'a changed one is none of them')
    await button('Undo').click()
    t.ok(await theme('Night').isChecked())
    await button('Undo').click()
    t.ok(await theme('Plain').isChecked())
    await until(async () => Object.keys((await get(widget.id)).theme).join() === 'fontFamily')
  },
)

t.test('undo and redo go on after a reload', async (t) => {
  const { widget, shown } = await open('steps')
  const gap = page.getByLabel('Space between', { exact: true })
  await gap.fill('24')
  await button('Actions for Dunes').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await until(async () => (await get(widget.id)).assetIds.length === 2)
  await isSaved()
  await page.reload()
  await button('Undo').click()
  await button('Actions for Dunes').waitFor()
  await shown.getByRole('img', { name: 'Dunes' }).waitFor()
  await button('Undo').click()
  t.equal(await gap.inputValue(), '')
  await until(async () => !('gap' in (await get(widget.id)).config))
  await isSaved()
  await page.reload()
  await button('Redo').click()
  t.equal(await gap.inputValue(), '24')
  await until(async () => (await get(widget.id)).config.gap === 24)
  t.same((await get(widget.id)).assetIds, assetIds)
})

/** Pastes files, as a person who has copied them in a folder. */
async function pasteFiles(names: readonly string[]): Promise<void> {
  const files = await Promise.all(
    names.map(async (name, index) => ({
      name,
      base64: (await noisePng({ width: 40 + index, height: 20 })).toString('base64'),
    })),
  )
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    for (const { name, base64 } of ${JSON.stringify(files)}) {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
      clipboardData.items.add(new File([bytes], name, { type: 'image/png' }))
    }
    const options = { clipboardData, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new ClipboardEvent('paste', options))
  })()`)
}

t.test(
  'each dropped file joins the list once it is stored, in the order of the drop',
  async (t) => {
    const { widget } = await open('dropped')
    const held = new EventEmitter()
    const released = once(held, 'released')
    let uploads = 0
    const isUpload = new RegExp(`${project}/assets$`)
    await page.route(isUpload, async (route) => {
      uploads += 1
      if (uploads === 1) await released
      await route.continue()
    })
    const itemCount = async () => (await get(widget.id)).assetIds.length
    const before = await itemCount()
    await pasteFiles(['first.png', 'second.png'])
    await until(async () => (await itemCount()) === before + 1)
    held.emit('released')
    await until(async () => (await itemCount()) === before + 2)
    await page.unroute(isUpload)
    const { content } = await as<{ content: { id: string; filename: string }[] }>(
      'GET',
      `${project}/assets?sort=filename,asc`,
    )
    const idOf = (name: string) => content.find(({ filename }) => filename === name)?.id
    t.same((await get(widget.id)).assetIds.slice(before), [idOf('first.png'), idOf('second.png')])
  },
)

t.test('changes of a published widget are public when they are published', async (t) => {
  const { widget } = await open('publishing')
  const { key } = await as<{ key: string }>('POST', `${project}/api-keys`, { name: 'Site' })
  const delivered = async () => {
    const response = await fetchPatiently(`${url}/api/v1/widgets/publishing?api_key=${key}`)
    return response.ok ? ((await response.json()) as { widget: { config: string } }) : null
  }
  t.equal(await delivered(), null)
  await button('Publish').click()
  const dialog = page.getByRole('dialog')
  await button('Publish', dialog).click()
  await dialog.getByText('Live everywhere').first().waitFor()
  t.same(await axeProblems(page), [])
  await button('Done', dialog).click()
  t.ok(await delivered())
  await page.getByLabel('Space between', { exact: true }).fill('24')
  await page.getByText('Changes not published').waitFor()
  await button('Publish changes').click()
  await dialog.getByText('24').waitFor()
  t.same((await get(widget.id)).config, {}, 'nothing is public before')
  await button('Publish changes', dialog).click()
  await button('Done', dialog).click()
  t.match((await delivered())?.widget.config, '24')
  await page.getByText('All changes are live').waitFor()
})

t.test('another editor’s changes are merged, and the same key is a choice', async (t) => {
  const { widget } = await open('conflict')
  const gap = page.getByLabel('Space between', { exact: true })
  await as('PUT', `${widgets}/${widget.id}`, { config: { minColumnWidth: 120 } })
  await gap.fill('24')
  await page.getByText(/Ada Curator changed: Smallest width of a column/).waitFor()
  await until(async () => (await get(widget.id)).config.gap === 24)
  t.same((await get(widget.id)).config, { minColumnWidth: 120, gap: 24 })
  await isSaved()
  await as('PUT', `${widgets}/${widget.id}`, { config: { minColumnWidth: 120, gap: 8 } })
  await gap.fill('40')
  await page.getByText('Ada Curator has changed the same as you').waitFor()
  await button('Choose …').click()
  const dialog = page.getByRole('dialog', { name: 'Ada Curator has changed the same' })
  await dialog.getByText('Space between').waitFor()
  const gapIn = async (title: string) => {
    const live = page.frameLocator(`iframe[title="${title}"]`).locator('vitrine-widget .live')
    await live.waitFor()
    return live
      .locator('ul')
      .first()
      .evaluate((list) => getComputedStyle(list).columnGap)
  }
  t.equal(await gapIn('Preview of mine'), '40px', 'each side is shown by the real embed')
  t.equal(await gapIn('Preview of theirs'), '8px')
  t.same(await axeProblems(page, { isDialog: true }), [])
  t.equal((await get(widget.id)).config.gap, 8, 'nothing is overwritten')
  await button('Keep mine', dialog).click()
  await until(async () => (await get(widget.id)).config.gap === 40)
})

t.test('a person who publishes sees first what another one has changed', async (t) => {
  const { widget } = await open('shared')
  await as('PUT', `${widgets}/${widget.id}/publish`)
  await page.reload()
  const gap = page.getByLabel('Space between', { exact: true })
  await gap.fill('40')
  await page.getByText('Changes not published').waitFor()
  await as('PUT', `${widgets}/${widget.id}`, { config: { gap: 8, columns: 2 } })
  await button('Publish changes').click()
  const dialog = page.getByRole('dialog')
  await button('Take theirs', dialog).click()
  await page.getByText('All changes are live').waitFor()
  t.equal(await gap.inputValue(), '8')
})

t.test('who else has the widget open is named', async (t) => {
  const { widget } = await open('presence')
  t.equal(await page.getByText('is editing').count(), 0)
  const colleague = await addMember(url, account, 'EDITOR')
  const { email, password } = colleague
  const session = await call(url, 'POST', '/api/auth/login', { body: { email, password } })
  const { accessToken: token } = session as { accessToken: string }
  const answer = await call(url, 'POST', `${widgets}/${widget.id}/editors`, { token })
  t.match(answer, { editors: ['Ada Curator'] })
  await page.reload()
  await page.getByText(`${colleague.name} is editing`).waitFor()
})
