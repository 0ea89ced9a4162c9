import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { paces } from '../carousels/peer.js'
import type { Instruments } from '../fixture.js'
import { pageWith, type Subject } from '../placing.js'
import { pictureInMiddle } from './in-page.js'
import { type Spot, spotOf, type VisitOptions, visit } from './visit.js'

/** What may stop pictures that come by themselves. */
export const stimuli = ['hover', 'focus', 'reduced motion'] as const
export type Stimulus = (typeof stimuli)[number]

/**
 * Whether they stopped: as it comes, only with an option that the documentation has for it, or not.
 * `none`: the keyboard cannot get into it.
 */
export type Answer = 'yes' | 'option' | 'no' | 'none'

/** As long as a slow machine may take to show anything. */
const patienceMs = 10_000

/** @throws when the pictures do not come by themselves in the first place. */
export async function stops(
  instruments: Instruments,
  subject: Subject,
  stimulus: Stimulus,
): Promise<Answer> {
  const outcome = await stopsWith(instruments, subject, stimulus, false)
  if (outcome !== 'no' || !subject.hasOptions) return outcome
  return (await stopsWith(instruments, subject, stimulus, true)) === 'yes' ? 'option' : 'no'
}

function stopsWith(
  instruments: Instruments,
  subject: Subject,
  stimulus: Stimulus,
  isTold: boolean,
): Promise<Answer> {
  const spec = pageWith(subject.code({ pace: 'quick', isTold }))
  const options: VisitOptions = stimulus === 'reduced motion' ? { reducedMotion: 'reduce' } : {}
  const look = async (page: Page): Promise<Answer> => {
    const spot = await spotOf(page, subject.isFramed)
    // What is asked to keep still from the beginning has no pace of its own to be measured.
    const turnMs = stimulus === 'reduced motion' ? 2 * paces.quick : await paceOf(spot, subject)
    if (stimulus === 'hover') await hover(page)
    if (stimulus === 'focus' && !(await tabInto(page))) return 'none'
    // Its script has run by then.
    if (stimulus === 'reduced motion') await page.waitForLoadState('networkidle')
    // What is moving comes to its end.
    await sleep(turnMs)
    return (await turnsWithin(spot, 2 * turnMs)) ? 'no' : 'yes'
  }
  return visit(instruments, spec, ({ page }) => look(page), options)
}

/** How long a picture and its passing to the next one take, ms. */
async function paceOf(spot: Spot, { name }: Subject): Promise<number> {
  await untilShown(spot)
  for (const attempt of ['first', 'second'] as const) {
    const start = performance.now()
    if (!(await turnsWithin(spot, patienceMs))) break
    if (attempt === 'second') return performance.now() - start
  }
  throw new Error(`${name}: its pictures do not come by themselves`)
}

/** Resolves when there is a picture. */
export const untilShown = ({ frame, selector }: Spot) =>
  frame.waitForFunction(pictureInMiddle, selector, { polling, timeout: patienceMs })

/** Often enough to see each of the pictures that come by. */
const polling = 50

/**
 * Whether another picture comes within some ms: in as many looks as these have room for, for on a busy
 * machine they pass between two looks.
 */
export async function turnsWithin({ frame, selector }: Spot, timeoutMs: number): Promise<boolean> {
  const before = await frame.evaluate(pictureInMiddle, selector)
  for (let elapsedMs = 0; elapsedMs < timeoutMs; elapsedMs += polling) {
    await sleep(polling)
    if ((await frame.evaluate(pictureInMiddle, selector)) !== before) return true
  }
  return false
}

async function hover(page: Page): Promise<void> {
  const box = await page.locator('#gallery').boundingBox()
  if (box === null) throw new Error('the page shows no pictures')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
}

/** Whether the keyboard gets into it, in as many steps as there could be before it. */
async function tabInto(page: Page): Promise<boolean> {
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () => document.querySelector('#gallery')?.contains(document.activeElement) === true,
    )
    if (isInside) return true
  }
  return false
}
