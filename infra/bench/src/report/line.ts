/** Unit of a figure. `×`: the ratio of two of our own figures. */
export type Unit = '/s' | 'ms' | 'CPU-ms' | 'KB' | 'MB' | '%' | '×' | 'encodes'

/** A target, in the line's unit or, with `peer`, as a ratio to that peer's figure. */
export type Bar = { peer?: string } & ({ atLeast: number } | { atMost: number })

/** One figure per round; all sides of a round were measured right after each other. */
export type Samples = readonly number[]

/** A line of the table: our measurements and those of peers in the same run. */
export type Line = {
  name: string
  unit: Unit
  ours: Samples
  /** In display order; the same unit as ours. */
  peers: readonly { name: string; samples: Samples }[]
  /** The bar counts as met if one of them is. Empty: the line is informational. */
  bars: readonly Bar[]
  note?: string
}

export const line = (
  given: Pick<Line, 'name' | 'unit' | 'ours'> & Partial<Omit<Line, 'name' | 'unit' | 'ours'>>,
): Line => ({ ...given, peers: given.peers ?? [], bars: given.bars ?? [] })
