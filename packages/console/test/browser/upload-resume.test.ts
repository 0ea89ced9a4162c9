import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noisePng, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { makeFolder, startProject, storedIn } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const count = 8
const { url, account, calls, projectId } = await startProject(t)
const root = await makeFolder(t)
const holiday = join(root, 'Holiday')
await mkdir(join(holiday, 'Beach'), { recursive: true })
for (let index = 0; index < count; index += 1) {
  const file = join(holiday, index % 2 === 0 ? '' : 'Beach', `picture-${index}.png`)
  await writeFile(file, await noisePng({ width: 20 + index, height: 20 }))
}

const { page } = await visitAs(t, { url, account })
const stored = () => storedIn(calls, projectId)

/** Drops a file or folder of the disk, as a person does. */
async function drop(path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  }
}

t.test('a folder that was dropped goes on after a reload, by one click', async (t) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('button', { name: 'Upload', exact: true }).first().waitFor()
  let sent = 0
  const isUpload = new RegExp(`/api/projects/${projectId}/assets$`)
  await page.route(isUpload, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    // The first ones are stored; the others never arrive.
    return sent <= 3 ? route.continue() : undefined
  })
  await drop(holiday)
  await until(async () => (await stored()).length === 3)
  await until(() => sent > 3)
  // The page knows it too.
  await page.getByRole('button', { name: `Uploads: 3 of ${count}` }).waitFor()
  await page.reload()
  await page.unroute(isUpload)
  await page.getByRole('button', { name: `Uploads: 3 of ${count}` }).click()
  const tray = page.getByRole('dialog', { name: 'Uploads' })
  await tray.getByText('5 files were not sent before the page was closed.').waitFor()
  t.same(await axeProblems(page), [])
  await tray.getByRole('button', { name: 'Resume' }).click()
  await page.getByText(`${count} of ${count} ended`).waitFor()
  const assets = await stored()
  t.equal(assets.length, count, 'none is missing, and none is there twice')
  t.equal(new Set(assets.map(({ folderId }) => folderId)).size, 2, 'in their folders')
  await page.reload()
  await page.getByRole('button', { name: /^Uploads: / }).click()
  await tray.getByText(`${count} of ${count} ended`).waitFor()
  t.equal(await tray.getByRole('button', { name: 'Resume' }).count(), 0)
})

t.test('files that are gone are asked for', async () => {
  const gone = join(root, 'gone.png')
  await writeFile(gone, await noisePng({ width: 50, height: 50 }))
  await page.keyboard.press('Escape')
  const isUpload = new RegExp(`/api/projects/${projectId}/assets$`)
  let sent = 0
  await page.route(isUpload, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    return undefined
  })
  await drop(gone)
  await until(() => sent > 0)
  await page.reload()
  await page.unroute(isUpload)
  await rm(gone)
  await page.getByRole('button', { name: /^Uploads: / }).click()
  const tray = page.getByRole('dialog', { name: 'Uploads' })
  await tray.getByRole('button', { name: 'Resume' }).click()
  await tray.getByText(/^1 file was not sent .* Drop the same files or folders again/).waitFor()
})
