/** The least value that a share `p` (0–1) of all does not exceed; NaN of none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? Number.NaN
}

/** The middle one; of an even number the lower of the two. NaN of none. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * How long each call took in each of `runs` rounds, in ms, after some rounds that are not counted.
 * The calls take turns, so that a machine that is busy for a while is so for all of them.
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
