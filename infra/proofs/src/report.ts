import type { NotRun, Result } from './proof.js'

/** The result of one proof, or why it did not run. */
export type Row = { name: string } & ((Result & { seconds: number }) | NotRun)

/** A table of all rows, the failures, and `N passed, N failed` as the last line. */
export function formatReport(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length), 0)
  const table = rows.map((row) => `  ${row.name.padEnd(width)}  ${outcomeOf(row)}`)
  const results = rows.flatMap((row) => ('notRun' in row ? [] : [row]))
  const failures = results.flatMap(({ name, failures }) =>
    failures.map((failure) => `  ✗ ${name}: ${failure.replaceAll('\n', '\n      ')}`),
  )
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  return [
    '',
    ...table,
    '',
    ...(failures.length === 0 ? [] : [...failures, '']),
    `${passed} passed, ${failures.length} failed`,
  ].join('\n')
}

function outcomeOf(row: Row): string {
  if ('notRun' in row) return `not run: ${row.notRun}`
  const { passed, failures, seconds } = row
  return `${String(passed).padStart(5)} passed, ${String(failures.length).padStart(3)} failed  ${seconds.toFixed(0).padStart(5)} s`
}
