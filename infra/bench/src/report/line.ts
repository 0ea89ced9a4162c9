/** What figures are counted in. `×`: one of our own figures over another. */
export type Unit = '/s' | 'ms' | 'CPU-ms' | 'KB' | 'MB' | '%' | '×' | 'encodes'

/** What is promised, in the line's unit or, with `peer`, of the ratio to that peer's figure. */
export type Bar = { peer?: string } & ({ atLeast: number } | { atMost: number })

/** One figure per round; both sides of a round were measured one right after the other. */
export type Samples = readonly number[]

/** One line of the table: what was measured of us, and of others in the same run. */
export type Line = {
  name: string
  unit: Unit
  ours: Samples
  /** In the order in which they are shown; the same unit as ours. */
  peers: readonly { name: string; samples: Samples }[]
  /** To meet one of them is enough; none: the line is for information. */
  bars: readonly Bar[]
  /** What a reader must know besides. */
  note?: string
}

export const line = (
  given: Pick<Line, 'name' | 'unit' | 'ours'> & Partial<Omit<Line, 'name' | 'unit' | 'ours'>>,
): Line => ({ ...given, peers: given.peers ?? [], bars: given.bars ?? [] })
