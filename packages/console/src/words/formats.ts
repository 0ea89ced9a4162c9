import { i18n } from '@lingui/core'

/** English words, with the numbers and dates of the region where the browser is: `en-DE`. */
export const locale = (): string =>
  i18n.locale === 'en' ? `en-${regionOf(navigator.language) ?? 'US'}` : i18n.locale

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    // Without a locale of its system, WebKit reports "c", which is no language tag.
    return undefined
  }
}

export const formatCount = (count: number): string => new Intl.NumberFormat(locale()).format(count)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `708 bytes` or `1.2 MB`, in powers of 1000. @param digits behind the point; by default only of values below ten. */
export function formatBytes(bytes: number, digits?: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // Its short form has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: digits ?? (value < 10 && power > 0 ? 1 : 0),
  }).format(value)
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

/** `3 minutes ago`. */
export function formatAge(at: Date, now: Date): string {
  let value = (at.getTime() - now.getTime()) / 1000
  for (const [unit, size] of steps) {
    if (Math.abs(value) < size) {
      return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(
        Math.trunc(value),
        unit,
      )
    }
    value /= size
  }
  return ''
}

export const formatMoment = (at: Date): string =>
  new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeStyle: 'long',
  }).format(at)

/** @param isShort without the year. */
export const formatDay = (at: Date, isShort = false): string =>
  new Intl.DateTimeFormat(
    locale(),
    isShort ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' },
  ).format(at)

export const formatTime = (at: Date): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(at)

/** `12.5%`. @param isChange with a plus sign above 0. */
export const formatPart = (part: number, digits = 0, isChange = false): string =>
  new Intl.NumberFormat(locale(), {
    style: 'percent',
    maximumFractionDigits: digits,
    signDisplay: isChange ? 'exceptZero' : 'auto',
  }).format(part)

/** `German`. */
export const formatLanguage = (tag: string): string =>
  new Intl.DisplayNames(locale(), { type: 'language' }).of(tag) ?? tag

/** `Ada, Ben or Cleo`. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names)
