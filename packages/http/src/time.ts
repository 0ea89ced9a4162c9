/** The timestamp format of responses: server local time, `YYYY-MM-DDTHH:MM:SS`, no fraction, no zone. */
export function formatTimestamp(moment: Date): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const date = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
  return `${pad(date[0] ?? 0, 4)}-${date
    .slice(1)
    .map((part) => pad(part))
    .join('-')}T${time.map((part) => pad(part)).join(':')}`
}

/** The server's time zone: its IANA name, and its offset at a moment, such as `+02:00`. */
export function serverZone(moment: Date): { timeZone: string; utcOffset: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const minutes = -moment.getTimezoneOffset()
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return { timeZone, utcOffset: `${minutes < 0 ? '-' : '+'}${pad(ahead / 60)}:${pad(ahead % 60)}` }
}

const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i

/**
 * Parses a timestamp of a request: in the format of responses (server local time), or ISO 8601 with an
 * offset or `Z`.
 *
 * @returns null for any other format, for days and hours that do not exist, and outside of the years 1–9999 (UTC),
 *   which are those that Postgres and the wire can represent.
 */
export function parseTimestamp(text: string): Date | null {
  const match = shape.exec(text)
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const exists =
    inRange(month, 1, 12) &&
    inRange(day, 1, new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()) &&
    inRange(hour, 0, 23) &&
    inRange(minute, 0, 59) &&
    inRange(second, 0, 59)
  // JavaScript reads a date with a time and no offset as local time, as this needs.
  const moment = new Date(text.toUpperCase())
  return exists && inRange(moment.getUTCFullYear(), 1, 9999) ? moment : null
}

const inRange = (value: number | undefined, min: number, max: number): boolean =>
  value !== undefined && value >= min && value <= max
