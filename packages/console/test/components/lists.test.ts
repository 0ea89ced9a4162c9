import t from '@vitrine/testing/t'
import { focusOn, openStories } from './open-stories.ts'

const { page, show, heard } = await openStories(t)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

t.test('a table has a name, and each cell its row and column', async (t) => {
  await show('table')
  const table = page.getByRole('table', { name: 'Members' })
  t.same(await table.getByRole('columnheader').allTextContents(), [
    'Name',
    'Role',
    'Pictures',
    'Actions',
  ])
  const grace = table.getByRole('row', { name: /^Grace/ })
  t.equal(await grace.getByRole('rowheader').textContent(), 'Grace')
  t.same((await grace.getByRole('cell').allTextContents()).slice(0, 2), ['Editor', '7'])
  await grace.getByRole('button', { name: 'Actions for Grace' }).click()
  await page.getByRole('menu', { name: 'Grace' }).waitFor()
  await page.keyboard.press('Escape')
})

t.test('numbers stand below each other, at the end of the line in both directions', async (t) => {
  const edges = async (direction: 'ltr' | 'rtl') => {
    await show('table', direction)
    return page.locator('td[data-kind="number"]').evaluateAll(
      (cells, at) =>
        cells.map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return Math.round(range.getBoundingClientRect()[at === 'ltr' ? 'right' : 'left'])
        }),
      direction,
    )
  }
  for (const direction of ['ltr', 'rtl'] as const) {
    t.equal(new Set(await edges(direction)).size, 1, direction)
  }
})

t.test('in a narrow window rows are cards, whose values say what they are', async (t) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await show('table')
  const labels = page.locator('tbody tr').first().locator('td[data-label]')
  const shown = await labels.evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')),
  )
  t.same(shown.slice(0, 2), ['Role', 'Pictures'])
  const [first, second] = [
    await page.locator('tbody tr').nth(0).boundingBox(),
    await page.locator('tbody tr').nth(1).boundingBox(),
  ]
  t.ok((first?.y ?? 0) + (first?.height ?? 0) <= (second?.y ?? 0) + 1)
  const menu = await button('Actions for Ada Curator').boundingBox()
  t.ok((menu?.x ?? 0) > 250, 'the menu is at the corner of its card')
  await page.setViewportSize({ width: 1280, height: 800 })
})

t.test('a pager leads to the last page and back, and says where it is', async (t) => {
  await show('pager')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const status = pages.getByRole('status')
  t.equal(await status.textContent(), '1 to 50 of 1,234')
  t.ok(await button('Previous').isDisabled())
  await button('Next').press('Enter')
  t.equal(await status.textContent(), '51 to 100 of 1,234')
  await focusOn(button('Next'))
  for (let index = 1; index < 24; index += 1) await button('Next').click()
  t.equal(await status.textContent(), '1,201 to 1,234 of 1,234')
  t.ok(await button('Next').isDisabled())
  await button('Previous').click()
  t.equal(await status.textContent(), '1,151 to 1,200 of 1,234')
})

t.test('a list of one page has no pager, and one that became shorter leads back', async (t) => {
  await show('shortPager')
  t.equal(await page.getByRole('navigation').count(), 0)
  await show('latePager')
  t.ok(await button('Next').isDisabled())
  await button('Previous').click()
  t.equal(await heard(), '2')
})

t.test('arrows select tabs and go round, Home and End lead to the ends', async (t) => {
  await show('tabs')
  const list = page.getByRole('tablist', { name: 'Form of the code' })
  const selected = list.getByRole('tab', { selected: true })
  await page.keyboard.press('Tab')
  await focusOn(list.getByRole('tab', { name: 'Script' }))
  const steps: [string, string][] = [
    ['ArrowRight', 'iframe'],
    ['ArrowRight', 'React'],
    ['ArrowRight', 'Script'],
    ['ArrowLeft', 'React'],
    ['Home', 'Script'],
    ['End', 'React'],
  ]
  for (const [key, name] of steps) {
    await page.keyboard.press(key)
    await focusOn(list.getByRole('tab', { name }))
    t.equal(await selected.textContent(), name, key)
  }
  await page.keyboard.press('Control+ArrowLeft')
  t.equal(await selected.textContent(), 'React', 'keys of the browser are left to it')
  t.equal(await page.getByRole('tabpanel', { name: 'React' }).textContent(), 'The code for react')
})

t.test(
  'tabs are mirrored where lines run to the left, and one is a stop of the Tab key',
  async (t) => {
    await show('tabs', 'rtl')
    const tab = (name: string) => page.getByRole('tab', { name })
    await tab('Script').press('ArrowLeft')
    await focusOn(tab('iframe'))
    await page.keyboard.press('ArrowRight')
    await focusOn(tab('Script'))
    t.equal(await heard(), 'iframe, script')
    t.same(
      await page
        .getByRole('tab')
        .evaluateAll((all) => all.map((one) => one.getAttribute('tabindex'))),
      ['0', '-1', '-1'],
    )
  },
)

const target = page.getByRole('button', { name: /^Insert/ })

/** Takes a picture by its handle, as by the keyboard alone. */
async function take(name: string): Promise<void> {
  await page.getByRole('row', { name }).focus()
  await page.keyboard.press('ArrowRight')
  await focusOn(button(`Move ${name}`))
  await page.keyboard.press('Enter')
  await focusOn(target)
}

t.test('a picture is moved by the keyboard alone, and its place is said', async (t) => {
  await show('order')
  const list = page.getByRole('grid', { name: 'Pictures of the widget' })
  await take('Dune')
  await page.keyboard.press('End')
  await focusOn(page.getByRole('button', { name: 'Insert after Pier' }))
  await page.keyboard.press('Enter')
  await page.locator('[data-heard]', { hasText: 'Harbour' }).waitFor()
  t.match(await heard(), 'Harbour Lighthouse Pier Dune')
  await focusOn(list.getByRole('row', { name: 'Dune' }))
  t.match(await page.locator('[data-live-announcer]').textContent(), /[Dd]rop/)
})

t.test('Escape ends a move without a change', async (t) => {
  await show('order')
  await take('Dune')
  await page.keyboard.press('ArrowDown')
  await focusOn(target)
  await page.keyboard.press('Escape')
  await focusOn(button('Move Dune'))
  t.notMatch(await heard(), 'Harbour')
})

t.test('rows are selected one by one and together, and opened by Enter', async (t) => {
  await show('order')
  await page.getByRole('row', { name: 'Dune' }).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+a')
  t.equal(await heard(), '1 selected, 2 selected, 4 selected')
  await page.keyboard.press('Enter')
  t.match(await heard(), /opened harbour$/)
})

t.test('a list that is read-only has no handles, an empty one says so', async (t) => {
  await show('fixedOrder')
  await page.getByRole('row', { name: 'Dune' }).waitFor()
  t.equal(await button(/^Move/).count(), 0)
  await show('emptyOrder')
  await page.getByText('No pictures yet.').waitFor()
})
