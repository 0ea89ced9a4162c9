import type { Page } from 'playwright-core'
import { settled } from './visit.ts'

export type Size = { width: number; height: number }

/** A laptop, a phone, the narrowest window, and 1440 × 900 at a zoom of 200 %. */
export const tightSizes: readonly Size[] = [
  { width: 1366, height: 650 },
  { width: 390, height: 700 },
  { width: 320, height: 640 },
  { width: 720, height: 450 },
]

/** The open dialog, its body that scrolls, and the buttons of its head and its foot. */
const parts = `
  const isShown = (one) => one.getClientRects().length > 0
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]')].find(isShown)
  const body = dialog.querySelector('[data-part="body"]') ?? dialog
  const foot = dialog.querySelector('[data-part="actions"]')
  const controls = (part) => [...(part?.querySelectorAll('button, a[href], input, select, textarea') ?? [])].filter(isShown)
  const outside = controls(dialog).filter((one) => !body.contains(one))
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.textContent.trim()
`

/**
 * What a press would not reach: controls of the head and the foot that are out of sight or covered. The kit takes some
 * frames to follow the size of the window.
 */
const unreached = `(async () => { ${parts}
  const read = () => {
    const box = dialog.getBoundingClientRect()
    const isInside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth
    const covered = outside.filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    return [...(isInside ? [] : ['the dialog']), ...covered.map(nameOf)]
  }
  for (let frame = 0; frame < 60 && read().length > 0; frame += 1) await new Promise(requestAnimationFrame)
  return read()
})()`

const place = `(() => { ${parts}
  body.scrollTop = 0
  const { left, top, width, height } = body.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2, rest: body.scrollHeight - body.clientHeight }
})()`
/** Whether the body has come to its end. What moves it does so within some frames. */
const hasArrived = `(async () => { ${parts}
  const isAtEnd = () => body.scrollTop + body.clientHeight >= body.scrollHeight - 1
  for (let frame = 0; frame < 20 && !isAtEnd(); frame += 1) await new Promise(requestAnimationFrame)
  return isAtEnd()
})()`

/** The control that has the focus; whether it is one of the foot, and in sight. */
const focus = `(() => { ${parts}
  const { activeElement: one } = document
  const { left, top, width, height } = one.getBoundingClientRect()
  const [x, y] = [left + width / 2, Math.min(top + height / 2, innerHeight - 1)]
  const seen = document.elementFromPoint(x, y)
  return {
    name: nameOf(one),
    isInFoot: foot?.contains(one) ?? false,
    isScroller: one === body,
    isSeen: height > innerHeight / 2 || one.contains(seen) || [...(one.labels ?? [])].some((label) => label.contains(seen)),
  }
})()`

type Focus = { name: string; isInFoot: boolean; isScroller: boolean; isSeen: boolean }
type Place = { x: number; y: number; rest: number }

/** A finger stays in the window, so a long list takes several strokes. */
const mostSteps = 12

async function scrollsBy(page: Page, act: (at: Place) => Promise<unknown>): Promise<boolean> {
  const at = (await page.evaluate(place)) as Place
  if (at.rest <= 1) return true
  // A list inside of it takes the first steps.
  for (let step = 0; step < mostSteps; step += 1) {
    await act(at)
    if (await page.evaluate(hasArrived)) return true
  }
  return false
}

const byWheel = (page: Page) =>
  scrollsBy(page, async ({ x, y, rest }) => {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, rest)
  })

async function byTouch(page: Page): Promise<boolean> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const scrolls = await scrollsBy(page, async ({ x, y }) => {
    await touch('touchStart', [{ x, y }])
    for (let to = y; to > 8; to -= y / 4) await touch('touchMove', [{ x, y: to }])
    await touch('touchEnd', [])
  })
  await devtools.detach()
  return scrolls
}

/** The most stops of the Tab key in a dialog of the sample. */
const mostStops = 80

/** Goes round by the Tab key. Every stop has to be in sight. */
async function byKeys(page: Page): Promise<string[]> {
  const problems: string[] = []
  const wanted = new Set(
    (await page.evaluate(
      `(() => { ${parts} return controls(foot).filter((one) => !one.disabled).map(nameOf) })()`,
    )) as string[],
  )
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const { name, isInFoot, isScroller, isSeen } = (await page.evaluate(focus)) as Focus
    if (isScroller) {
      if (!(await scrollsBy(page, () => page.keyboard.press('End')))) problems.push('the End key')
    } else if (!isSeen) problems.push(`${name} has the focus out of sight`)
    if (isInFoot) wanted.delete(name)
    if (wanted.size === 0 && (isInFoot || stop > 8)) return problems
  }
  return [...problems, ...[...wanted].map((name) => `the Tab key does not lead to ${name}`)]
}

/** What cannot be reached in the open dialog, by mouse, touch and keys, in a window of this size. */
export async function reachProblems(page: Page, size: Size): Promise<string[]> {
  await page.setViewportSize(size)
  await page.evaluate(settled)
  const covered = (await page.evaluate(unreached)) as string[]
  const problems = covered.map((name) => `${name} is out of sight`)
  if (!(await byWheel(page))) problems.push('the wheel does not reach the end')
  if (!(await byTouch(page))) problems.push('a finger does not reach the end')
  return [...problems, ...(await byKeys(page))]
}
