/** How many ms the wall clock of a zone is ahead of UTC at a moment. */
function offsetAt(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return wall - Math.floor(at / 1000) * 1000
}

/**
 * The moment of a time of the API, which has no zone: it is the wall clock of the server.
 *
 * @param zone the server's, by `GET /api/auth/me`.
 */
export function momentOf(wallTime: string, zone: string): Date {
  const asUtc = Date.parse(`${wallTime}Z`)
  const guess = asUtc - offsetAt(zone, asUtc)
  // The offset at the guess is right unless the clocks change between the two.
  return new Date(asUtc - offsetAt(zone, guess))
}
