export type Counts = { views: number; clicks: number; opens: number }

/** Clicks per view, from 0 to 1; null without views. More than one click per view counts as one. */
export const clickRate = ({ views, clicks }: Counts): number | null =>
  views === 0 ? null : Math.min(1, clicks / views)

/** By which part a number has grown; null if there was nothing before. */
export const growth = (now: number, before: number): number | null =>
  before === 0 ? null : now / before - 1

export const isNothing = ({ views, clicks, opens }: Counts): boolean => views + clicks + opens === 0

const isoSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** The beginning of the day, so many days ago, on the clock of the reader. */
const midnight = (now: Date, daysAgo: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)

/** The last days, today among them, and as many before. */
export function spansOf(days: number, now: Date) {
  const from = isoSeconds(midnight(now, days - 1))
  return { from, before: { from: isoSeconds(midnight(now, 2 * days - 1)), to: from } }
}

/** A day of the API, as a moment on the clock of the reader. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Round numbers for an axis from 0 on: at most five, the last at or above the largest value. */
export function ticksOf(largest: number): number[] {
  const most = Math.max(4, largest)
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? most
  const whole = Math.max(1, Math.ceil(step))
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, index) => index * whole)
}

/** The place of one bar among others, as parts of the whole width. */
export function slotOf(index: number, count: number): { start: number; width: number } {
  const slot = 1 / Math.max(1, count)
  const gap = count > 60 ? 0.2 : 0.3
  return { start: (index + gap / 2) * slot, width: slot * (1 - gap) }
}
