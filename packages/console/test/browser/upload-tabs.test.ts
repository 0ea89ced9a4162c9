import { noisePng, until } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import t from 'tap'
import { callsOf, createProject } from './sample.ts'
import { startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

const { url, account } = await startStack(t)
const calls = callsOf(url, account)
const projectId = await createProject(calls, account.organizationId)
const isUpload = new RegExp(`/api/projects/${projectId}/assets$`)
const { page: first, complaints } = await visit(t)
await signIn(first, url, account)

const files = async (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(await noisePng({ width: 24, height: 24 })),
    })),
  )

async function openLibrary(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('button', { name: 'Upload', exact: true }).first().waitFor()
}

async function upload(page: Page, names: readonly string[]): Promise<void> {
  const [chooser, chosen] = await Promise.all([
    page.waitForEvent('filechooser'),
    files(names),
    page.getByRole('button', { name: 'Upload', exact: true }).first().click(),
  ])
  await chooser.setFiles(chosen)
}

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
    await second.getByText('1 picture').waitFor()
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
    t.same(complaints, [])
  },
)
