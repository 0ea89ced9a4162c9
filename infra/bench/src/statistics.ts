/** The smallest value that is not exceeded by a share `p` (0–1) of all values; NaN if empty. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? Number.NaN
}

/** The median; for an even number the lower of the two middle values. NaN if empty. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * Measures how long each call took in each of `runs` rounds, ms, after some warm-up rounds. The
 * calls alternate, so that background load affects all of them.
 *
 * @returns a list of `runs` times for each call.
 */
export async function timesOf(
  runs: number,
  calls: readonly (() => Promise<void>)[],
): Promise<number[][]> {
  const warmUps = 5
  const times = calls.map((): number[] => [])
  for (let round = -warmUps; round < runs; round += 1) {
    for (const [i, call] of calls.entries()) {
      const start = performance.now()
      await call()
      if (round >= 0) times[i]?.push(performance.now() - start)
    }
  }
  return times
}
