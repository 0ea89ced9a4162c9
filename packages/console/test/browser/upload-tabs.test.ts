import { EventEmitter, once } from 'node:events'
import { noisePng, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { startProject } from './sample.ts'
import { giveFiles, signIn, visit, visitAs } from './visit.ts'

const { url, account, calls, projectId } = await startProject(t)
const isUpload = new RegExp(`/api/projects/${projectId}/assets$`)
const assets = `/api/projects/${projectId}/assets`
const { page: first } = await visitAs(t, { url, account })

const files = async (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      // Each name has other bytes: uploads of the same bytes would take turns.
      buffer: Buffer.from(await noisePng({ width: name.charCodeAt(0), height: 24 })),
    })),
  )

async function openLibrary(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('button', { name: 'Upload', exact: true }).first().waitFor()
}

const upload = async (page: Page, names: readonly string[]) => giveFiles(page, await files(names))

const tray = (page: Page) => page.getByRole('button', { name: /^Uploads: / })
const said = async (page: Page) => {
  await tray(page).waitFor()
  return tray(page).getAttribute('aria-label')
}

t.test(
  'tabs have ledgers of their own, and one takes over what a closed one has left',
  async (t) => {
    const context = first.context()
    await openLibrary(first)
    let sent = 0
    await first.route(isUpload, (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      return undefined
    })
    await upload(first, ['a', 'b', 'c', 'd'])
    await until(() => sent > 0)

    const second = await context.newPage()
    await openLibrary(second)
    await upload(second, ['e'])
    await second.getByText('1 picture', { exact: true }).waitFor()
    t.equal(await said(second), 'Uploads: 1 of 1', 'without those of the other tab')
    await tray(second).click()
    await second.getByRole('button', { name: 'Clear the list' }).click()
    await tray(second).waitFor({ state: 'detached' })

    await first.unroute(isUpload)
    await first.reload()
    t.equal(await said(first), 'Uploads: 0 of 4', 'the other tab has forgotten none of them')

    await first.close()
    await second.reload()
    t.equal(await said(second), 'Uploads: 0 of 4')
    await tray(second).click()
    await second.getByText('4 files were not sent before the page was closed.').waitFor()
  },
)

t.test('the same file in two tabs at the same moment is stored once', async (t) => {
  const { page: left, complaints: others } = await visit(t)
  await signIn(left, url, account)
  const right = await left.context().newPage()
  const file = await files(['same'])
  // Both have looked it up before one of them sends it.
  const release = new EventEmitter()
  const bothAsked = once(release, 'both')
  let asked = 0
  for (const page of [left, right]) {
    await openLibrary(page)
    await page.route('**/assets/lookup', async (route) => {
      const answer = await route.fetch()
      asked += 1
      if (asked === 2) release.emit('both')
      if (asked <= 2) await bothAsked
      await route.fulfill({ response: answer })
    })
  }
  const before = (await calls<{ totalElements: number }>('GET', assets)).totalElements
  for (const page of [left, right]) await giveFiles(page, file)
  await until(async () => (await said(left)) === 'Uploads: 1 of 1')
  await until(async () => (await said(right)) === 'Uploads: 1 of 1')
  t.equal((await calls<{ totalElements: number }>('GET', assets)).totalElements, before + 1)
  const known: string[] = []
  for (const page of [left, right]) {
    await tray(page).click()
    await page.getByRole('button', { name: 'Clear the list' }).waitFor()
    const line = page.getByText('1 file is in this project already')
    if ((await line.count()) > 0) known.push('known')
  }
  t.same(known, ['known'], 'one of them has found it')
  t.same(others, [])
})

t.test('files are sent although the storage of the browser never answers', async (t) => {
  const { page: holder } = await visit(t)
  await signIn(holder, url, account)
  await openLibrary(holder)
  const page = await holder.context().newPage()
  // The storage is opened while this lock is held, here by a tab that does not give it back.
  await holder.evaluate(`new Promise((held) => {
    navigator.locks.request('vitrine-uploads', () => (held(), new Promise(() => {})))
  })`)
  await openLibrary(page)
  await upload(page, ['z'])
  await tray(page).waitFor()
  await until(async () => (await said(page)) === 'Uploads: 1 of 1')
  t.match(await calls('GET', `${assets}?q=z.png`), { totalElements: 1 })
})
