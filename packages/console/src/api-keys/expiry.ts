/** Of a date field, `2027-06-30`: the end of that day where the person is. Null for an empty field. */
export const endOfDay = (date: string): string | null =>
  date === '' ? null : new Date(`${date}T23:59:59`).toISOString()

/** For a date field. */
export function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

export type Remaining = { days: number; hours: number; minutes: number; seconds: number }

/** Until a moment; null when it has passed. */
export function remainingUntil(end: Date, now: Date): Remaining | null {
  const seconds = Math.ceil((end.getTime() - now.getTime()) / 1000)
  if (seconds <= 0) return null
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
