/** How a row is run. */
export type Context = {
  rounds: number
  log: (line: string) => void
}

type Measures = Readonly<Record<string, (round: number) => Promise<unknown>>>
type Measured<M extends Measures> = { [Name in keyof M]: Awaited<ReturnType<M[Name]>>[] }

/**
 * Runs each measure once per round. Each round starts with another one, so that background load and order affect all
 * of them alike.
 *
 * @returns for each measure, its result in each round.
 */
export async function inTurns<M extends Measures>(
  rounds: number,
  measures: M,
): Promise<Measured<M>> {
  const names = Object.keys(measures)
  const values: Record<string, unknown[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const value = await measures[name]?.(round)
      values[name] = [...(values[name] ?? []), value]
    }
  }
  return values as Measured<M>
}

/** How long it takes, ms. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}
