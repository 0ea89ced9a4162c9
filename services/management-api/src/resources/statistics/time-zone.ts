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
  const localMs = createClock(format)
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

/**
 * The local time of a moment, as if it were UTC. Formatting takes ten microseconds, and an answer by hour needs
 * thousands of times. So the offset is looked up once for each day in UTC, and more often only within a day at whose
 * ends it differs.
 */
function createClock(format: Intl.DateTimeFormat): (ms: number) => number {
  const offsets = new Map<number, number>()
  const formatted = (ms: number): number => {
    const second = ms - (ms % 1000)
    const part = Object.fromEntries(
      format.formatToParts(second).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, part.second) - second
  }
  const offsetAt = (startMs: number): number => {
    const offset = offsets.get(startMs) ?? formatted(startMs)
    offsets.set(startMs, offset)
    return offset
  }
  return (ms) => {
    const startMs = ms - (ms % dayMs)
    const offset = offsetAt(startMs)
    return ms + (offset === offsetAt(startMs + dayMs) ? offset : formatted(ms))
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    return null
  }
}
