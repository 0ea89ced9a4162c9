import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { axeProblems, signIn, visit, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const longName = 'A name of a folder that is much longer than its column is wide, and has blanks'
for (const path of ['Coast', 'Coast/Dunes', 'Coast 2026', longName]) {
  await calls('POST', `${project}/folders`, { path })
}
const ids: string[] = []
for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
  ids.push(await upload(url, account, projectId, { name: `${name}.jpg`, width: 300 + ids.length }))
}

// One page for all tests.
const { page } = await visitAs(t, { url, account })
const cells = page.getByRole('gridcell')
const bar = page.getByRole('region', { name: 'Selection' })
const open = async (search: string, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  const address = `${url}/console/p/${projectId}/library${search}`
  if (page.url() !== address) await page.goto(address)
  await page.locator('[data-index="7"]').waitFor()
  // A changed window is laid out in the next frame.
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  )
}

type Box = { x: number; y: number; width: number; height: number }

/** The boxes of the first cells, from the corner of the list. */
const boxesOf = async (): Promise<Box[]> =>
  (await page.evaluate(`(() => {
    const corner = document.querySelector('[role="grid"]').getBoundingClientRect()
    return [...document.querySelectorAll('[role="gridcell"]')].map((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect()
      return { x: x - corner.x, y: y - corner.y, width, height }
    })
  })()`)) as Box[]

for (const { name, search, width } of [
  { name: 'a wide window', search: '?view=grid', width: 1440 },
  { name: 'a wide window with details', search: `?view=grid&asset=${ids[0]}`, width: 1440 },
  { name: 'a window as wide as a tablet', search: '?view=grid', width: 700 },
  { name: 'a phone', search: '?view=grid', width: 360 },
]) {
  t.test(`${name}: cells stand where frames and the scroll bar take them to be`, async (t) => {
    await open(search, width)
    const [first, second] = await boxesOf()
    const grid = (await page.getByRole('grid').boundingBox()) ?? { width: 0 }
    const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount'))
    const below = (await boxesOf())[columns]
    if (!first || !second || !below) throw new Error('there are too few cells')
    const gap = second.x - first.x - first.width
    const taken = 2 * first.x + columns * first.width + (columns - 1) * gap
    t.ok(Math.abs(taken - grid.width) < 1, 'they fill the width')
    t.ok(Math.abs(below.y - first.y - first.height - gap) < 1.5, 'rows have the gap of columns')
    t.ok(first.width >= 100)
  })
}

t.test(
  'a long name of a folder ends with dots, and what is beside it stays in sight',
  async (t) => {
    await open('?view=grid', 1440)
    const pane = page.getByRole('complementary', { name: 'Folders' })
    const { x, width } = (await pane.boundingBox()) ?? { x: 0, width: 0 }
    const button = (await pane.getByRole('button', { name: 'New folder' }).boundingBox()) ?? {
      x: 0,
      width: 0,
    }
    t.ok(button.x + button.width <= x + width, 'the button for a new folder')
    t.equal(
      await page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
        document.querySelector('aside[aria-label="Folders"]'))`,
      ),
      0,
    )
    t.equal(await pane.getByText(longName).getAttribute('title'), longName)
  },
)

t.test('folders are shown as a tree', async (t) => {
  const lines = page.getByRole('complementary', { name: 'Folders' }).getByRole('listitem')
  const names = (await lines.allTextContents()).map((text) => text.replace(/\d$/, ''))
  t.ok(names.indexOf('Dunes') === names.indexOf('Coast') + 1, names.join(', '))
})

t.test('in forced colours, only pictures that are selected have a mark', async (t) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const view of ['grid', 'list']) {
    await open(`?view=${view}`, 1440)
    await page.locator('[data-index="1"] [data-tick]').click()
    await bar.waitFor()
    const shown = (await page.evaluate(
      `[...document.querySelectorAll('[data-tick] svg')]
        .map((mark) => getComputedStyle(mark).visibility === 'visible')`,
    )) as boolean[]
    t.same(shown.slice(0, 3), [false, true, false], view)
  }
  t.same(await axeProblems(page), [])
  await page.emulateMedia({ forcedColors: 'none' })
})

for (const width of [320, 360, 640]) {
  t.test(`at ${width} px the selection and the search have their places`, async (t) => {
    await open('?view=grid', width)
    const search = page.getByRole('searchbox')
    const { width: searchWidth } = (await search.boundingBox()) ?? { width: 0 }
    t.ok(searchWidth >= 150, `the search is ${searchWidth} px wide`)
    await cells.nth(0).locator('[data-tick]').click()
    await bar.getByText('1 selected').waitFor()
    const bottomOf = async (name: string) => {
      const box = await bar.getByRole('button', { name, exact: true }).boundingBox()
      return box === null ? 0 : box.y + box.height
    }
    t.ok((await bottomOf('Select none')) < (await bottomOf('Delete')), 'it ends above its actions')
    const actions = await Promise.all(['Move', 'Tag', 'Alt text', 'Delete'].map(bottomOf))
    t.ok(Math.max(...actions) - Math.min(...actions) < 8, 'which are one line')
    await bar.getByRole('button', { name: 'Select none' }).click()
    await bar.waitFor({ state: 'detached' })
  })
}

for (const width of [1000, 1100, 1280, 1440]) {
  t.test(`at ${width} px the search is wide enough beside folders and details`, async (t) => {
    await open(`?view=grid&asset=${ids[0]}`, width)
    const { width: searchWidth } = (await page.getByRole('searchbox').boundingBox()) ?? { width: 0 }
    t.ok(searchWidth >= 150, `the search is ${searchWidth} px wide`)
  })
}

t.test('a finger reaches the menu of a folder without hovering', async (t) => {
  const { page: phone, complaints: others } = await visit(t, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  })
  await signIn(phone, url, account)
  await phone.goto(`${url}/console/p/${projectId}/library`)
  await phone.getByRole('button', { name: 'Folders' }).tap()
  const menu = phone
    .getByRole('dialog')
    .getByRole('button', { name: 'More about Coast', exact: true })
  await menu.waitFor()
  const opacity = await phone.evaluate(
    `getComputedStyle(document.querySelector('[role="dialog"] [aria-label="More about Coast"]')
      .parentElement).opacity`,
  )
  t.equal(opacity, '1')
  await menu.tap()
  await phone.getByRole('menuitem', { name: 'New folder inside' }).waitFor()
  t.same(others, [])
})
