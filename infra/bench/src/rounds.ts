/** As many as a median takes to shrug off two bad ones. */
export const rounds = 5

type Measures = Readonly<Record<string, (round: number) => Promise<unknown>>>
type Measured<M extends Measures> = { [Name in keyof M]: Awaited<ReturnType<M[Name]>>[] }

/**
 * Takes each measure once per round, one after the other, each round beginning with another one:
 * a machine that is busy for a while is so for all of them, and nobody always comes first.
 *
 * @returns for each measure what it gave in each round.
 */
export async function inTurns<M extends Measures>(
  measures: M,
  count = rounds,
): Promise<Measured<M>> {
  const names = Object.keys(measures)
  const values: Record<string, unknown[]> = {}
  for (let round = 0; round < count; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const value = await measures[name]?.(round)
      values[name] = [...(values[name] ?? []), value]
    }
  }
  return values as Measured<M>
}
