import { table } from '@vitrine/proofs'

export type Verdict = 'pass' | 'FAIL' | 'not run'
type Outcome = { verdict: Verdict; detail: string }

export type Column = {
  /** Records whether a check passed. `detail` describes the observation. */
  expect: (what: string, isGood: boolean, detail?: string) => void
  notRun: (what: string, reason: string) => void
}

/** The results of all checks for all stores. Each result is logged at once. */
export function createReport(log: (line: string) => void) {
  const rows = new Map<string, Map<string, Outcome>>()
  const stores = new Set<string>()

  const note = (store: string, what: string, outcome: Outcome): void => {
    const row = rows.get(what) ?? new Map<string, Outcome>()
    row.set(store, outcome)
    rows.set(what, row)
    log(`  ${cell(outcome)} · ${what}`)
  }
  const outcomes = () => [...rows.values()].flatMap((row) => [...row.values()])

  return {
    column: (store: string): Column => {
      stores.add(store)
      return {
        expect: (what, isGood, detail = '') =>
          note(store, what, { verdict: isGood ? 'pass' : 'FAIL', detail }),
        notRun: (what, reason) => note(store, what, { verdict: 'not run', detail: reason }),
      }
    },
    table: (): string => {
      const names = [...stores]
      return table(
        ['', ...names],
        [...rows].map(([what, row]) => [what, ...names.map((name) => cell(row.get(name)))]),
      )
    },
    counts: () => ({
      passed: outcomes().filter(({ verdict }) => verdict === 'pass').length,
      failed: outcomes().filter(({ verdict }) => verdict === 'FAIL').length,
    }),
  }
}

export type Report = ReturnType<typeof createReport>

const cell = (outcome?: Outcome): string =>
  outcome === undefined ? '-' : [outcome.verdict, outcome.detail].filter(Boolean).join(' ')
