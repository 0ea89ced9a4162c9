import type { Request } from 'playwright-core'
import type { Test } from 'tap'
import { openDatabase, startProject } from './sample.ts'
import { answerPictures, axeProblems, signIn, visit } from './visit.ts'

const inWords = (count: number): string => count.toLocaleString('en-US')

/** A library that is much longer than its window, by keys, pointer and scroll bar, as a grid and as a list. */
export async function checkLargeLibrary(t: Test, count: number): Promise<void> {
  const { url, account, projectId } = await startProject(t)
  const database = openDatabase(t)
  // The first is the newest. There are no files: pictures are answered below.
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, alt_text,
      tags, created_at, updated_at)
    SELECT ${projectId}::uuid, i || '.jpg', 'image/jpeg', 1000, 320, 200,
      sha256(convert_to(i::text, 'UTF8')), 'Picture ' || i, '{}', now() - i * interval '1 second', now()
    FROM generate_series(0, ${count - 1}) AS i`

  const { page, complaints } = await visit(t)
  await answerPictures(page)
  const lists: string[] = []
  const isList = (request: Request) =>
    request.method() === 'GET' &&
    new URL(request.url()).pathname === `/api/projects/${projectId}/assets`
  page.on('request', (request) => {
    if (isList(request)) lists.push(request.url())
  })
  await signIn(page, url, account)

  const cell = (index: number) => page.locator(`[role="gridcell"][data-index="${index}"]`)
  const hasFocus = (index: number) => page.locator(`[data-index="${index}"]:focus`).waitFor()
  const selection = page.getByRole('region', { name: 'Selection' })
  const selected = (words: string) => selection.getByText(words)
  const tagThem = async () => {
    await selection.getByRole('button', { name: 'Tag' }).click()
    await page.getByRole('dialog', { name: 'Add tags' }).getByLabel('Tags').fill('summer')
    await page.keyboard.press('Enter')
  }

  t.test('a large library opens, and ends, with three lists at most', async (t) => {
    await page.goto(`${url}/console/p/${projectId}/library`)
    await page.getByText(`${inWords(count)} pictures`).waitFor()
    await cell(0).getByText('0.jpg', { exact: true }).waitFor()
    const rendered = await page.getByRole('gridcell').count()
    t.ok(rendered < 150, `${rendered} cells are rendered`)
    await cell(0).focus()
    await page.keyboard.press('End')
    await hasFocus(count - 1)
    await cell(count - 1)
      .getByText(`${count - 1}.jpg`)
      .waitFor()
    t.ok(lists.length <= 3, lists.join('\n'))
    const grid = page.getByRole('grid', { name: 'Pictures' })
    const columns = Number(await grid.getAttribute('aria-colcount'))
    t.equal(Number(await grid.getAttribute('aria-rowcount')), Math.ceil(count / columns))
    t.same(await axeProblems(page), [])
    await page.keyboard.press('ArrowUp')
    await hasFocus(count - 1 - columns)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await hasFocus(0)
  })

  t.test('a focused cell that is scrolled out of sight leaves the focus to the grid', async (t) => {
    const grid = page.getByRole('grid', { name: 'Pictures' })
    const scrollTo = (top: number) => grid.evaluate((element, to) => element.scrollTo(0, to), top)
    await page.keyboard.press('Home')
    await hasFocus(0)
    await scrollTo(40_000)
    await cell(0).waitFor({ state: 'detached' })
    t.ok(await grid.evaluate((element) => element === document.activeElement))
    await page.keyboard.press('ArrowRight')
    await hasFocus(1)
    await scrollTo(40_000)
    await cell(1).waitFor({ state: 'detached' })
    await scrollTo(0)
    await hasFocus(1)
    await page.getByRole('searchbox').focus()
    await scrollTo(40_000)
    await cell(1).waitFor({ state: 'detached' })
    await scrollTo(0)
    await cell(1).waitFor()
    t.ok(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement))
  })

  t.test('rows of another length keep the focus, and the focused picture in sight', async (t) => {
    const grid = page.getByRole('grid', { name: 'Pictures' })
    await cell(1).focus()
    await page.keyboard.press('End')
    await hasFocus(count - 1)
    for (const width of [640, 1600, 1280]) {
      const columns = await grid.getAttribute('aria-colcount')
      await page.setViewportSize({ width, height: 800 })
      await page.locator(`[role="grid"]:not([aria-colcount="${columns}"])`).waitFor()
      await hasFocus(count - 1)
      await cell(count - 1)
        .getByText(`${count - 1}.jpg`)
        .waitFor()
      t.ok(
        await cell(count - 1).evaluate((element) => {
          const { bottom } = element.getBoundingClientRect()
          return bottom <= element.ownerDocument.documentElement.clientHeight
        }),
      )
    }
  })

  t.test('the middle is reached by the scroll bar', async () => {
    const middle = await page.evaluate(`(() => {
      const grid = document.querySelector('[role="grid"]')
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2
      return Math.floor(${count} / 2)
    })()`)
    const shown = page.locator(`[role="gridcell"][data-index="${middle}"]`)
    await shown.getByText(`${middle}.jpg`).waitFor()
    await cell(Number(middle)).focus()
  })

  t.test('ranges are selected by keys and by the pointer', async () => {
    await cell(count / 2).click({ modifiers: ['Control'] })
    await selected('1 selected').waitFor()
    await page.keyboard.press('Home')
    await hasFocus(0)
    await page.keyboard.press('Control+Space')
    await selected('2 selected').waitFor()
    await cell(9).click({ modifiers: ['Shift'] })
    await selected('11 selected').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await selected('12 selected').waitFor()
    await page.keyboard.press('Escape')
    await selection.waitFor({ state: 'detached' })
  })

  t.test('all that match are selected without being loaded, but for some', async (t) => {
    const before = lists.length
    await page.keyboard.press('Control+a')
    await selected(`${inWords(count)} selected`).waitFor()
    t.equal(lists.length, before, 'no list is read for it')
    const sent = page.waitForRequest((request) => request.url().endsWith('/assets/bulk'))
    await page.route('**/assets/bulk', (route) => route.abort())
    await tagThem()
    const body = (await sent).postDataJSON() as Record<string, unknown>
    t.ok('filter' in body, JSON.stringify(body))
    t.ok(JSON.stringify(body).length < 500, 'the ids are not sent')
    await page.keyboard.press('Escape')
    await cell(0).focus()
    await page.keyboard.press('Space')
    await selected(`${inWords(count - 1)} selected`).waitFor()
    // The call that was aborted is repeated, so another one may come first.
    const withException = page.waitForRequest(
      (request) =>
        request.url().endsWith('/assets/bulk') && /"exceptIds"/.test(`${request.postData()}`),
    )
    await tagThem()
    const { exceptIds, expectedCount } = (await withException).postDataJSON()
    t.equal(exceptIds.length, 1)
    t.equal(expectedCount, count - 1)
  })

  t.test('as a list it has the same window, keys and selection', async (t) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${url}/console/p/${projectId}/library`)
    await cell(0).getByText('0.jpg', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show as a list' }).click()
    const row = (index: number) => page.locator(`[role="row"][data-index="${index}"]`)
    await row(0).getByText('0.jpg', { exact: true }).waitFor()
    t.match(page.url(), 'view=list')
    const grid = page.getByRole('grid', { name: 'Pictures' })
    t.equal(await grid.getAttribute('aria-rowcount'), String(count + 1))
    t.ok((await page.getByRole('row').count()) < 60)
    t.same(await page.getByRole('columnheader').allTextContents(), [
      'Picture',
      'File name',
      'Alt text',
      'Type',
      'Pixels',
      'Size',
      'Folder',
      'Created',
    ])
    await row(0).focus()
    await page.keyboard.press('End')
    await hasFocus(count - 1)
    await row(count - 1)
      .getByText(`Picture ${count - 1}`)
      .waitFor()
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Shift+ArrowUp')
    await selected('2 selected').waitFor()
    t.equal(await row(count - 2).getAttribute('aria-selected'), 'true')
    t.same(await axeProblems(page), [])
    await page.getByRole('button', { name: 'Show as a grid' }).click()
    await cell(count - 2).waitFor()
    await selected('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show as a list' }).click()
    await page.setViewportSize({ width: 360, height: 780 })
    const shown = page.locator('[role="row"][data-index]').first()
    await shown.getByText('Picture ').waitFor()
    t.ok(Number(await shown.getAttribute('data-index')) > count - 100, 'at the same place')
    t.same(await axeProblems(page), [])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'File name' }).click()
    await page.waitForURL(/sort=filename/)
    await row(0).getByText('0.jpg', { exact: true }).waitFor()
    t.equal(
      await page.getByRole('columnheader', { name: 'File name' }).getAttribute('aria-sort'),
      'ascending',
    )
    await page.goto(`${url}/console/p/${projectId}/library`)
    await row(0).waitFor()
    t.same(complaints, [], 'the browser remembers the view')
  })
}
