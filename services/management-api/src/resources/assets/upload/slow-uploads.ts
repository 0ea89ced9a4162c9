/** Uploads of one account that may take longer than any other body, at the same time. */
export const maxSlowUploads = 20

/**
 * Bounds how many uploads of an account may take as long as they like. Otherwise one account could keep all connections of the
 * service open, with a byte every half a minute. Further uploads have the time of any other body.
 */
export function createSlowUploads() {
  const counts = new Map<string, number>()

  return {
    /** @returns a function to call once when the upload has ended; null if there are too many. */
    begin: (userId: string): (() => void) | null => {
      const count = counts.get(userId) ?? 0
      if (count >= maxSlowUploads) return null
      counts.set(userId, count + 1)
      return () => {
        const left = (counts.get(userId) ?? 0) - 1
        if (left > 0) counts.set(userId, left)
        else counts.delete(userId)
      }
    },
    accounts: (): number => counts.size,
  }
}
