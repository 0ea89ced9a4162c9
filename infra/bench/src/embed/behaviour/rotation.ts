import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { paces } from '../carousels/peer.js'
import type { Instruments } from '../fixture.js'
import { pageWith, type Subject } from '../sample-page.js'
import { pictureInMiddle } from './in-page.js'
import { type Spot, spotOf, type VisitOptions, visit } from './visit.js'

/** Events that may stop automatic rotation. */
export const stimuli = ['hover', 'focus', 'reduced motion'] as const
export type Stimulus = (typeof stimuli)[number]

/**
 * Whether it stopped: by default, only with a documented option, or not at all. `none`: the
 * keyboard cannot reach it.
 */
export type Answer = 'yes' | 'option' | 'no' | 'none'

/** Maximum time for a slow machine to show a picture. */
const patienceMs = 10_000

/** @throws if the carousel does not rotate by itself in the first place. */
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
  setsStopOptions: boolean,
): Promise<Answer> {
  const spec = pageWith(subject.code({ pace: 'quick', setsStopOptions }))
  const options: VisitOptions = stimulus === 'reduced motion' ? { reducedMotion: 'reduce' } : {}
  const look = async (page: Page): Promise<Answer> => {
    const spot = await spotOf(page, subject.isFramed)
    // With reduced motion from the start there is no interval to measure.
    const turnMs = stimulus === 'reduced motion' ? 2 * paces.quick : await paceOf(spot, subject)
    if (stimulus === 'hover') await hover(page)
    if (stimulus === 'focus' && !(await tabInto(page))) return 'none'
    // Its script has run by then.
    if (stimulus === 'reduced motion') await page.waitForLoadState('networkidle')
    // Wait for a transition in progress.
    await sleep(turnMs)
    return (await turnsWithin(spot, 2 * turnMs)) ? 'no' : 'yes'
  }
  return visit(instruments, spec, ({ page }) => look(page), options)
}

/** Duration of one picture including the transition to the next, ms. */
async function paceOf(spot: Spot, { name }: Subject): Promise<number> {
  await untilShown(spot)
  for (const attempt of ['first', 'second'] as const) {
    const start = performance.now()
    if (!(await turnsWithin(spot, patienceMs))) break
    if (attempt === 'second') return performance.now() - start
  }
  throw new Error(`${name}: it does not rotate by itself`)
}

export const untilShown = ({ frame, selector }: Spot) =>
  frame.waitForFunction(pictureInMiddle, selector, { polling, timeout: patienceMs })

/** Frequent enough to see every picture. */
const polling = 50

/**
 * Whether another picture appears within the timeout. Counts polls instead of time, because on a
 * busy machine time may pass between two polls.
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

/** Whether Tab reaches the carousel within the maximum number of preceding tab stops. */
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
