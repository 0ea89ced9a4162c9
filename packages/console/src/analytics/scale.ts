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
