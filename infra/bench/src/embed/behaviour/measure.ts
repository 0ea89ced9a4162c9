import type { Instruments } from '../fixture.js'
import { pageWith, type Subject } from '../sample-page.js'
import { type Finding, findingsOf } from './accessibility.js'
import { cumulativeLayoutShift } from './layout-shift.js'
import { type Policy, strict } from './policy.js'
import { type Answer, type Stimulus, stops, turnsWithin, untilShown } from './rotation.js'
import { spotOf, type Visit, visit } from './visit.js'

export type Seen = { name: string; findings: readonly Finding[]; policy: Policy }

export type CarouselSeen = Seen & {
  /** Cumulative Layout Shift; no unit. */
  layoutShift: number
  stops: Readonly<Record<Stimulus, Answer>>
  /** Pictures requested with the carousel on the first screen, and five screens below. */
  fetched: { screen: number; far: number }
}

/** @throws if it does not rotate by itself on a page that allows it. */
export async function measureCarousel(
  instruments: Instruments,
  subject: Subject,
): Promise<CarouselSeen> {
  // Some run in parallel, because most of the time is waiting.
  const [layoutShift, screen, far, policy] = await Promise.all([
    layoutShiftOf(instruments, subject),
    onScreen(instruments, subject),
    fetchedFar(instruments, subject),
    underPolicy(instruments, subject),
  ])
  const [hover, focus, motion] = await Promise.all([
    stops(instruments, subject, 'hover'),
    stops(instruments, subject, 'focus'),
    stops(instruments, subject, 'reduced motion'),
  ])
  return {
    name: subject.name,
    layoutShift,
    stops: { hover, focus, 'reduced motion': motion },
    findings: screen.findings,
    policy,
    fetched: { screen: screen.fetched, far },
  }
}

const late = { areScriptsLate: true }

function layoutShiftOf(instruments: Instruments, subject: Subject): Promise<number> {
  const spec = pageWith(subject.code({ pace: 'quick', setsStopOptions: false }))
  const look = async ({ page }: Visit) => {
    const spot = await spotOf(page, subject.isFramed)
    await page.waitForLoadState('networkidle')
    for (const _ of ['first', 'second']) await turnsWithin(spot, patienceMs)
    const frames = new Set([page.mainFrame(), spot.frame])
    const shifts = [...frames].map((frame) => frame.evaluate(() => window.seen.shifts))
    return Math.max(...(await Promise.all(shifts)).map(cumulativeLayoutShift))
  }
  return visit(instruments, spec, look, late)
}

const patienceMs = 5000

function onScreen(instruments: Instruments, subject: Subject) {
  const spec = pageWith(subject.code({ pace: 'still', setsStopOptions: false }))
  const look = async ({ page, pictures }: Visit) => {
    await untilShown(await spotOf(page, subject.isFramed))
    await page.waitForLoadState('networkidle')
    return { fetched: pictures.size, findings: await findingsOf(page) }
  }
  return visit(instruments, spec, look, late)
}

function fetchedFar(instruments: Instruments, subject: Subject): Promise<number> {
  const spec = pageWith(subject.code({ pace: 'still', setsStopOptions: false }), 'far')
  const look = async ({ page, pictures }: Visit) => {
    await page.waitForLoadState('networkidle')
    return pictures.size
  }
  return visit(instruments, spec, look, late)
}

function underPolicy(instruments: Instruments, subject: Subject): Promise<Policy> {
  const code = subject.code({ pace: 'quick', setsStopOptions: false })
  return visit(instruments, strict(code, instruments.deliveryUrl), async ({ page }) => {
    const spot = await spotOf(page, subject.isFramed)
    await page.waitForLoadState('networkidle')
    const works = await turnsWithin(spot, patienceMs)
    return { violations: await page.evaluate(() => window.seen.violations), works }
  })
}
