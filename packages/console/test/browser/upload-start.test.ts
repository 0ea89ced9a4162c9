import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { makeFolder, startProject } from './sample.ts'
import { choose, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const root = await makeFolder(t)
await mkdir(join(root, 'Coast', 'Boats'), { recursive: true })
const write = async (name: string, width: number) =>
  writeFile(join(root, 'Coast', name), await jpeg({ width, height: 200 }))
await write('Pier.jpg', 300)
await write('Boats/Dinghy.jpg', 301)

const { page } = await visitAs(t, { url, account })
await page.goto(`${url}/console/p/${projectId}/library`)

t.test('a folder is uploaded by a button, and the page says so from the start', async (t) => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${project}/assets`, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Upload a folder' }).first()
  await choose(button, join(root, 'Coast'))
  await page.getByRole('heading', { name: 'Uploading 2 pictures …' }).waitFor()
  await page.getByRole('banner').getByText('Uploading 0 of 2').waitFor()
  release()
  await page.getByRole('gridcell', { name: /Pier\.jpg/ }).waitFor()
  await page.getByRole('button', { name: 'Uploads: 2 of 2' }).waitFor()
  const { content } = await calls<{ content: { path: string }[] }>('GET', `${project}/folders`)
  t.same(content.map(({ path }) => path).sort(), ['Coast', 'Coast/Boats'])
})

t.test('the next uploads are counted by themselves', async () => {
  const buffer = Buffer.from(await jpeg({ width: 302, height: 200 }))
  const files = [{ name: 'Gull.jpg', mimeType: 'image/jpeg', buffer }]
  await page.getByLabel('Pictures to upload').first().setInputFiles(files)
  await page.getByRole('button', { name: 'Uploads: 1 of 1' }).waitFor()
})

t.test('two keys lead past the tools to the pictures, and Ctrl goes to both ends', async (t) => {
  const focused = () =>
    page.evaluate('document.activeElement.querySelector("[title]")?.title') as Promise<string>
  await page.getByRole('gridcell', { name: /Gull\.jpg/ }).waitFor()
  await page.getByRole('button', { name: 'Skip to the pictures' }).press('Enter')
  const names = [await focused()]
  await page.keyboard.press('Control+End')
  names.push(await focused())
  await page.keyboard.press('Control+Home')
  names.push(await focused())
  t.equal(names[0], 'Gull.jpg')
  t.not(names[1], names[0])
  t.equal(names[2], names[0])
})

t.test('the question before a deletion shows the picture and its name', async () => {
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this picture?' })
  await question.getByText('Gull.jpg').waitFor()
  await question.getByText('No widget shows it. This cannot be undone.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
})
