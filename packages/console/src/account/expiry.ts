/** Days that a new token may live. */
export const lifetimes = [7, 30, 90, 180, 365] as const

const dayMs = 86_400_000
/** The service allows a year by its own clock, which may be a little behind. */
const marginMs = 5 * 60_000

export const expiryAfter = (days: number, now: Date): string => {
  const until = now.getTime() + days * dayMs - (days >= 365 ? marginMs : 0)
  return `${new Date(until).toISOString().slice(0, 19)}Z`
}
