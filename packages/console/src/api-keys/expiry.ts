import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'

/**
 * Returns the end of a day (`2027-06-30`) in the person's time zone; null for an empty field.
 *
 * @throws Refusal for a year of five digits, which browsers take.
 */
export function endOfDay(date: string): string | null {
  if (date === '') return null
  const end = new Date(`${date}T23:59:59`)
  if (Number.isNaN(end.getTime())) throw new Refusal(t('The year has more than four digits.'))
  return end.toISOString()
}

/** For a date field, whose form is that of Swedish dates: `2027-06-30`. */
export const dayOf = (moment: Date): string => moment.toLocaleDateString('sv-SE')

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

/** The two largest units. */
export function remainingWords({ days, hours, minutes, seconds }: Remaining): string {
  if (days > 0) return t('{days} d {hours} h', { days, hours })
  if (hours > 0) return t('{hours} h {minutes} min', { hours, minutes })
  return t('{minutes} min {seconds} s', { minutes, seconds })
}
