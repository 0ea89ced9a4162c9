import { textFile, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import { startProject, upload } from './sample.ts'
import { axeProblems, choose, visitAs } from './visit.ts'

type Asset = {
  id: string
  filename: string
  width: number
  height: number
  altText: string | null
  decorative: boolean
  tags: string[]
  folderId: string | null
  metadata: string
  focalPoint: object | null
  revision: number
}

const { url, account, calls, projectId, project } = await startProject(t)
const { id: folderId } = await calls<{ id: string }>('POST', `${project}/folders`, {
  path: 'Shore',
})
const ids: string[] = []
for (const name of ['a', 'b', 'c']) {
  ids.push(await upload(url, account, projectId, { name: `${name}.jpg`, width: 300 + ids.length }))
}
const path = `${project}/assets/${ids[0]}`
const asset = () => calls<Asset>('GET', path)

// One page for all tests: each goes on where the one before has ended.
const { page } = await visitAs(t, { url, account })
const library = (search = '') => `${url}/console/p/${projectId}/library${search}`
const details = page.getByRole('complementary', { name: 'Details' })
const messages = page.getByRole('region', { name: 'Messages' })
const message = (words: string) => messages.getByRole('alertdialog').filter({ hasText: words })

async function undo(words: string) {
  await message(words).getByRole('button', { name: 'Undo' }).click()
  await message(words).waitFor({ state: 'detached' })
}

t.test('pictures have their room before they are loaded', async (t) => {
  await page.route('**/api/v1/deliver/**', () => undefined)
  await page.goto(library(`?asset=${ids[0]}`))
  const ratios = async (images: Locator) => {
    await images.first().waitFor({ state: 'attached' })
    const boxes = await Promise.all((await images.all()).map((image) => image.boundingBox()))
    return boxes.map((box) => (box === null ? 0 : Math.round((10 * box.width) / box.height)))
  }
  const { width, height } = await asset()
  const expected = Math.round((10 * width) / height)
  t.same(
    await ratios(page.getByRole('slider', { name: 'Focal point' }).locator('..').locator('img')),
    [expected],
  )
  const ofGrid = await ratios(page.getByRole('gridcell').locator('img'))
  t.same(
    ofGrid,
    ids.map(() => expected),
  )
  await page.unroute('**/api/v1/deliver/**')
})

t.test('texts, tags and the folder of a picture are saved, and taken back', async (t) => {
  await page.goto(library(`?asset=${ids[0]}`))
  await details.getByLabel('Alt text').fill('A boat')
  await details.getByRole('textbox', { name: 'Tags' }).fill('sea, sand')
  await details.getByRole('button', { name: /Folder/ }).click()
  await page.getByRole('option', { name: 'Shore' }).click()
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await message('Saved.').waitFor()
  t.match(await asset(), { altText: 'A boat', tags: ['sea', 'sand'], folderId })
  t.same(await axeProblems(page), [])
  await undo('Saved.')
  await until(async () => (await asset()).altText === null)
  t.match(await asset(), { altText: null, tags: [], folderId: null })
  await page.waitForFunction(
    `document.querySelector('aside[aria-label="Details"] textarea')?.value === ''`,
  )
  t.equal(await details.getByRole('textbox', { name: 'Tags' }).inputValue(), '', 'the form follows')
})

t.test('an undo leaves what another person has changed since', async (t) => {
  await details.getByLabel('Alt text').fill('A boat')
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await message('Saved.').waitFor()
  await calls('PUT', path, { tags: ['harbour'] })
  await undo('Saved.')
  await until(async () => (await asset()).altText === null)
  t.same((await asset()).tags, ['harbour'], 'another field')

  await details.getByLabel('Alt text').fill('A boat')
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await message('Saved.').waitFor()
  await calls('PUT', path, { altText: 'A ship' })
  await undo('Saved.')
  await message('Another person has changed this since, so it is kept.').waitFor()
  t.equal((await asset()).altText, 'A ship', 'the same field')
  await message('Another person').getByRole('button', { name: 'Close' }).click()
})

t.test('metadata is taken back, with the blanks of its keys', async (t) => {
  const metadata = { ' camera ': 'Leica', iso: 400 }
  await calls('PUT', path, { metadata })
  await page.reload()
  const form = details.getByRole('region', { name: 'Metadata' })
  await form.getByLabel('Value of iso').fill('800')
  await form.getByRole('button', { name: 'Save metadata' }).click()
  await message('Saved.').waitFor()
  t.same(JSON.parse((await asset()).metadata), { ...metadata, iso: 800 }, 'no key is renamed')
  await undo('Saved.')
  await until(async () => JSON.parse((await asset()).metadata).iso === 400)
  t.same(JSON.parse((await asset()).metadata), metadata)
})

t.test('a focal point and a name are taken back', async (t) => {
  await details.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowRight')
  await details.getByRole('button', { name: 'Save this point' }).click()
  await message('Crops keep this point.').waitFor()
  t.match(await asset(), { focalPoint: { x: 0.6, y: 0.5 } })
  await undo('Crops keep this point.')
  await until(async () => (await asset()).focalPoint === null)
  await details.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('File name').fill('boat.jpg')
  await page.keyboard.press('Enter')
  await message('Renamed.').waitFor()
  t.equal((await asset()).filename, 'boat.jpg')
  await undo('Renamed.')
  await until(async () => (await asset()).filename === 'a.jpg')
})

t.test('a folder that was moved goes back, if nobody has changed it since', async (t) => {
  const beach = await calls<{ id: string }>('POST', `${project}/folders`, { path: 'Beach' })
  const at = `${project}/folders/${beach.id}`
  const folder = () => calls<{ path: string }>('GET', at)
  await page.goto(library())
  const move = async () => {
    await page.getByRole('button', { name: 'More about Beach' }).click()
    await page.getByRole('menuitem', { name: 'Rename or move' }).click()
    await page.getByRole('button', { name: /Inside/ }).click()
    await page.getByRole('option', { name: 'Shore' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await message('Moved.').waitFor()
    t.equal((await folder()).path, 'Shore/Beach')
  }
  await move()
  await undo('Moved.')
  await until(async () => (await folder()).path === 'Beach')
  await move()
  await calls('PUT', at, { name: 'Sand' })
  await undo('Moved.')
  await message('Another person has changed this since, so it is kept.').waitFor()
  t.equal((await folder()).path, 'Shore/Sand')
  await message('Another person').getByRole('button', { name: 'Close' }).click()
})

t.test('all changes of a picture can be read, however many there are', async (t) => {
  for (let change = 0; change < 31; change += 1)
    await calls('PUT', path, { altText: `Text ${change}` })
  await page.goto(library(`?asset=${ids[0]}`))
  await details.getByRole('button', { name: 'Show changes' }).click()
  await details.getByText('Text 30').first().waitFor()
  t.equal(await details.getByText('added it').count(), 0)
  await details.getByRole('button', { name: 'Show more' }).click()
  await details.locator('li', { hasText: 'Text 0' }).first().waitFor()
})

t.test('a file that cannot take the place of another is named before it is sent', async (t) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/file')) sent.push(request.url())
  })
  const question = page.getByRole('alertdialog', { name: 'Replace the file?' })
  for (const { buffer, reason } of [
    { buffer: await textFile(), reason: 'This is no picture that can be stored.' },
    { buffer: Buffer.alloc(0), reason: 'It is empty, or cannot be read.' },
  ]) {
    const replace = details.getByRole('button', { name: 'Replace file' })
    await choose(replace, { name: 'new.jpg', mimeType: 'image/jpeg', buffer })
    await question.getByRole('button', { name: 'Replace' }).click()
    await question.getByRole('alert').getByText(reason).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
  }
  t.same(sent, [])
})

t.test(
  'of several pictures, those that are gone are counted, and the others taken back',
  async (t) => {
    await page.goto(library('?sort=filename,asc'))
    for (const index of [0, 1, 2]) await page.locator(`[data-index="${index}"] [data-tick]`).click()
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Tag' })
      .click()
    await page.getByRole('dialog', { name: 'Add tags' }).getByLabel('Tags').fill('summer')
    await calls('DELETE', `${project}/assets/${ids[2]}`)
    await page.keyboard.press('Enter')
    await message('1 picture was not changed.').waitFor()
    const tags = async () =>
      (await calls<{ content: Asset[] }>('GET', `${project}/assets?sort=filename,asc`)).content.map(
        (one) => one.tags,
      )
    t.same(await tags(), [['harbour', 'summer'], ['summer']])
    await undo('1 picture was not changed.')
    await until(async () => (await tags())[1]?.length === 0)
    t.same(await tags(), [['harbour'], []])
  },
)

t.test('Enter that ends the spelling of a word does not save the text', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/alt-text`)
  const field = page.getByLabel('What does this picture show?')
  await field.fill('海')
  await page.evaluate(`document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`)
  await field.fill('海のボート')
  await page.keyboard.press('Enter')
  await page.getByText('Saved: 海のボート').waitFor()
  t.equal((await calls<Asset>('GET', `${project}/assets/${ids[1]}`)).altText, '海のボート')
})
