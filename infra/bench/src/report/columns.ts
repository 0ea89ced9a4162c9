/** Formats rows with aligned columns. Numeric columns are right-aligned. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean,
): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, i) => (isNumber(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
