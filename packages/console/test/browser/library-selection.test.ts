import { EventEmitter, once } from 'node:events'
import t from '@vitrine/testing/t'
import { openDatabase, startProject } from './sample.ts'
import { answerPictures, signIn, visit } from './visit.ts'

const count = 450
const { url, account, projectId } = await startProject(t)
const database = openDatabase(t)
// There are no files: pictures are answered below.
await database.$executeRaw`
  INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, alt_text,
    tags, created_at, updated_at)
  SELECT ${projectId}::uuid, lpad(i::text, 3, '0') || '.jpg', 'image/jpeg', 1000 + i, 320, 200,
    sha256(convert_to(i::text, 'UTF8')), CASE WHEN i % 2 = 0 THEN 'Picture ' || i END,
    CASE WHEN i < 3 THEN ARRAY['few'] ELSE '{}' END, now() - i * interval '1 second', now()
  FROM generate_series(0, ${count - 1}) AS i`

// One page for all tests: each goes on where the one before has ended.
const { page } = await visit(t)
await answerPictures(page)
await signIn(page, url, account)
const library = (search = '') => `${url}/console/p/${projectId}/library${search}`
const cell = (index: number) => page.locator(`[data-index="${index}"]`)
const tick = (index: number) => cell(index).locator('[data-tick]')
const bar = page.getByRole('region', { name: 'Selection' })
const selected = (number: number) => bar.getByText(`${number} selected`, { exact: true }).waitFor()
const none = () => bar.waitFor({ state: 'detached' })
const shownAsSelected = async (): Promise<number[]> =>
  (await page.evaluate(
    `[...document.querySelectorAll('[data-index][aria-selected="true"]')]
      .map(({ dataset }) => Number(dataset.index))`,
  )) as number[]

t.test('Ctrl, Shift and the tick select with the mouse, and a click opens', async (t) => {
  await page.goto(library())
  await cell(0).getByText('000.jpg').waitFor()
  await cell(1).click({ modifiers: ['Control'] })
  await selected(1)
  await tick(4).click()
  await selected(2)
  t.equal(await page.getByRole('complementary', { name: 'Details' }).count(), 0)
  await cell(1).click({ modifiers: ['Control'] })
  await selected(1)
  t.same(await shownAsSelected(), [4], 'a second click takes it out')
  await cell(7).click({ modifiers: ['Shift'] })
  await selected(7)
  t.same(await shownAsSelected(), [1, 2, 3, 4, 5, 6, 7], 'from the last one')
  await cell(3).click({ modifiers: ['Shift'] })
  await selected(4)
  t.same(await shownAsSelected(), [1, 2, 3, 4], 'the range shrinks, and 4 was there before')
  await page.keyboard.press('Escape')
  await none()
})

t.test(
  'the keyboard selects, grows and shrinks a range, and takes pictures out of all',
  async (t) => {
    await cell(2).focus()
    await page.keyboard.press('Control+Space')
    await selected(1)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await selected(3)
    await page.keyboard.press('Shift+ArrowLeft')
    await selected(2)
    t.same(await shownAsSelected(), [2, 3])
    await page.keyboard.press('Control+a')
    await selected(count)
    await page.keyboard.press(' ')
    await selected(count - 1)
    t.notOk((await shownAsSelected()).includes(3), 'the one with the focus')
    await page.keyboard.press('Escape')
    await none()
  },
)

t.test('a range over pages that are not loaded has every picture of it', async (t) => {
  await cell(0).focus()
  await page.keyboard.press('Control+Space')
  await selected(1)
  await page.keyboard.press('Shift+End')
  await selected(count)
  await cell(count - 1).waitFor()
  t.ok((await shownAsSelected()).includes(count - 1))
  await page.keyboard.press('Escape')
  await none()
})

t.test('a page that comes late selects nothing after the selection was given up', async (t) => {
  const answer = new EventEmitter()
  const mayAnswer = once(answer, 'now')
  const isLate = /\/assets\?.*page=[23]\b/
  await page.route(isLate, async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.goto(library('?sort=filename,asc'))
  await cell(0).getByText('000.jpg').waitFor()
  await cell(0).focus()
  await page.keyboard.press('Control+Space')
  await selected(1)
  const asked = page.waitForRequest(isLate)
  await page.keyboard.press('Shift+End')
  await asked
  await page.keyboard.press('Escape')
  await none()
  const came = page.waitForResponse(isLate)
  answer.emit('now')
  await (await came).finished()
  await cell(count - 1)
    .getByText(`${count - 1}.jpg`)
    .waitFor()
  t.same(await shownAsSelected(), [])
  t.equal(await bar.count(), 0)
  await page.unroute(isLate)
})

t.test('another list begins with nothing selected, and a step back finds it again', async (t) => {
  await page.goto(library())
  await tick(0).click()
  await selected(1)
  await page.getByRole('button', { name: /^Missing alt text/ }).click()
  await page.getByText('225 pictures', { exact: true }).waitFor()
  await none()
  t.match(page.url(), 'alt=missing')
  await page.goBack()
  await page.getByText('450 pictures', { exact: true }).waitFor()
  await selected(1)
})

t.test('chips and the search stand in the address, and a reload shows the same', async (t) => {
  await page.goto(library('?tag=few'))
  await page.getByText('3 pictures', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Missing alt text/ }).click()
  await page.getByText('1 picture', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 picture', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Tag: few' }).click()
  await page.getByText('225 pictures', { exact: true }).waitFor()
  t.notMatch(page.url(), 'tag')
  await page.getByRole('searchbox').fill('44')
  await page.getByText('5 pictures', { exact: true }).waitFor()
  t.equal(new URL(page.url()).searchParams.get('q'), '"44"', 'a text, not a number')
})

t.test('the list is sorted by its columns, and they say so', async (t) => {
  await page.goto(library('?view=list'))
  const head = (name: string) => page.getByRole('columnheader', { name })
  const press = (name: string) => head(name).getByRole('button').click()
  const firstIs = (name: string) => cell(0).getByText(name, { exact: true }).waitFor()
  await firstIs('000.jpg')
  t.equal(await head('Created').getAttribute('aria-sort'), 'descending')
  await press('File name')
  await firstIs('000.jpg')
  t.equal(await head('File name').getAttribute('aria-sort'), 'ascending')
  t.equal(await head('Created').getAttribute('aria-sort'), 'none')
  await press('File name')
  await firstIs('449.jpg')
  t.equal(await head('File name').getAttribute('aria-sort'), 'descending')
  await press('Size')
  await firstIs('449.jpg')
  await press('Size')
  await firstIs('000.jpg')
  t.match(decodeURIComponent(page.url()), 'sort=sizeBytes,asc')
  t.equal(await head('Alt text').getAttribute('aria-sort'), null, 'no order by texts')
})

t.test('in the list, arrows go from line to line, and a line opens and closes', async (t) => {
  await cell(0).focus()
  await page.keyboard.press('ArrowDown')
  await page.locator('[data-index="1"]:focus').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await selected(2)
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('002.jpg').first().waitFor()
  await selected(2)
  await details.getByRole('button', { name: 'Close details' }).click()
  await details.waitFor({ state: 'detached' })
  await selected(2)
  await page.getByRole('button', { name: 'Show as a grid' }).click()
  await page.getByRole('gridcell').first().waitFor()
  await selected(2)
  t.same(await shownAsSelected(), [1, 2], 'the same pictures in the other view')
})
