import { dayMs, hourMs, quarterMs } from './spans.js'

/** Days and hours of a time zone. All offsets in use are multiples of a quarter of an hour. */
export type TimeZone = {
  name: string
  /** The local time of a moment, `YYYY-MM-DDTHH:MM:SS`. */
  localTime: (ms: number) => string
  /** The first moment of the next local day or hour. */
  next: Readonly<Record<'day' | 'hour', (ms: number) => number>>
}

/** An IANA name, such as Europe/Berlin. Offsets are no names: they have no daylight-saving time. */
const shape = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/

/** @returns null for a name that is not a time zone. */
export function timeZone(name: string): TimeZone | null {
  const format = shape.test(name) ? formatOf(name) : null
  if (format === null) return null
  const localMs = (ms: number): number => {
    const part = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, value]),
    )
    const [year, month, day] = [Number(part.year), Number(part.month) - 1, Number(part.day)]
    return Date.UTC(year, month, day, Number(part.hour), Number(part.minute), Number(part.second))
  }
  const nextDay = (ms: number): number => {
    const midnight = localMs(ms) - (localMs(ms) % dayMs) + dayMs
    // A day has 23 to 25 hours as a rule. The guess is moved to the first moment of the date.
    let guess = midnight - (localMs(ms) - ms)
    while (localMs(guess) < midnight) guess += quarterMs
    while (localMs(guess - quarterMs) >= midnight) guess -= quarterMs
    return guess
  }
  return {
    name: format.resolvedOptions().timeZone,
    localTime: (ms) => new Date(localMs(ms)).toISOString().slice(0, 19),
    next: { day: nextDay, hour: (ms) => ms + hourMs - (localMs(ms) % hourMs) },
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
  } catch {
    return null
  }
}
