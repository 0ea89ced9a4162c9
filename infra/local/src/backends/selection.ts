/** Source of a backend; the first available one is used. */
export type Selection<Given, Installed> =
  | { kind: 'given'; given: Given }
  | { kind: 'installed'; program: Installed }
  | { kind: 'embedded' }

type Candidates<Given, Installed> = {
  given: Given | null
  /** Searches PATH for a usable server program. */
  findInstalled: () => Installed | null
  /** `VITRINE_BACKENDS`: `embedded` ignores installed programs. */
  preference: string | undefined
}

export function selectBackend<Given, Installed>(
  candidates: Candidates<Given, Installed>,
): Selection<Given, Installed> {
  const { given, preference } = candidates
  if (given !== null) return { kind: 'given', given }
  if (preference !== undefined && preference !== '' && preference !== 'embedded') {
    throw new Error(`VITRINE_BACKENDS is "${preference}"; it may be "embedded" or unset`)
  }
  const program = preference === 'embedded' ? null : candidates.findInstalled()
  return program === null ? { kind: 'embedded' } : { kind: 'installed', program }
}
