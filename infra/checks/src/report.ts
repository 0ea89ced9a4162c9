import { addTallies, type Tally } from './tap-results.js'

export type Row = { name: string; tally: Tally }

/** A table of all rows, the failed tests by name, and `N passed, N failed` as the last line. */
export function formatReport(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length), 0)
  const total = addTallies(rows.map(({ tally }) => tally))
  const table = rows.map(({ name, tally }) => `  ${name.padEnd(width)}  ${counts(tally)}`)
  const failures = rows.flatMap(({ name, tally }) =>
    tally.failures.flatMap((failure) => [
      `  ✗ ${name}: ${failure.name}`,
      ...failure.details.map((detail) => detail.trimEnd().replace(/^/gm, '      ')),
    ]),
  )
  return [
    '',
    ...table,
    '',
    ...(failures.length === 0 ? [] : [...failures, '']),
    `${total.passed} passed, ${total.failed} failed`,
  ].join('\n')
}

function counts({ passed, failed, skipped }: Tally): string {
  const skips = skipped === 0 ? '' : `, ${skipped} skipped`
  return `${String(passed).padStart(5)} passed, ${String(failed).padStart(3)} failed${skips}`
}
