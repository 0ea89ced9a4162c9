import type { Locator, Page } from 'playwright-core'

/** How a person works with a page. Text is typed by the keyboard in any case, and Enter sends a form. */
export type Hand = {
  press(target: Locator): Promise<void>
  /** Presses what asks for files, and chooses them. */
  choose(target: Locator, files: readonly string[]): Promise<void>
  selectAll(cells: Locator): Promise<void>
  /** Clicks and drags so far. */
  pointerActions(): number
}

export function pointer(page: Page): Hand {
  let actions = 0
  const press = async (target: Locator) => {
    actions += 1
    await target.click()
  }
  return {
    press,
    choose: (target, files) => choose(page, () => press(target), files),
    selectAll: async (cells) => {
      actions += 1
      const centres = await Promise.all((await cells.all()).map(centreOf))
      const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)]
      await page.mouse.move(Math.min(...xs), Math.min(...ys))
      await page.mouse.down()
      await page.mouse.move(Math.max(...xs), Math.max(...ys), { steps: 5 })
      await page.mouse.up()
    },
    pointerActions: () => actions,
  }
}

/** Stops of the Tab key on one page. */
const mostStops = 200

export function keyboard(page: Page): Hand {
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let stop = 0; stop < mostStops; stop += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the Tab key does not lead to ${target}`)
  }
  const press = async (target: Locator) => {
    await reach(target)
    await page.keyboard.press('Enter')
  }
  return {
    press,
    choose: (target, files) => choose(page, () => press(target), files),
    selectAll: async (cells) => {
      await reach(cells.first())
      await page.keyboard.press('Control+a')
    },
    pointerActions: () => 0,
  }
}

async function choose(
  page: Page,
  open: () => Promise<void>,
  files: readonly string[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await open()
  await (await chooser).setFiles([...files])
}

async function centreOf(cell: Locator): Promise<{ x: number; y: number }> {
  const box = await cell.boundingBox()
  if (box === null) throw new Error('the cell is not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
