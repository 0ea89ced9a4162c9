const batchSize = 100
const longestCell = 60

export type Row = Readonly<Record<string, unknown>>

/**
 * One value as text without line breaks, control characters and those that change the direction of text, which could
 * change the terminal or the cells beside it.
 */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the point
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}

/** One object, a line for each property. */
export function propertiesOf(row: Row): string {
  const width = Math.max(0, ...Object.keys(row).map((name) => name.length))
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value)}\n`)
    .join('')
}

/** Lines of a table. The columns are as wide as the first rows need. */
export async function* tableOf(
  rows: AsyncIterable<Row>,
  columns: readonly string[] | undefined,
): AsyncGenerator<string> {
  let batch: Row[] = []
  let layout: Layout | undefined
  const flush = () => {
    layout ??= layoutOf(batch, columns)
    const lines = batch.map(layout.line)
    batch = []
    return lines.join('')
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    if (layout === undefined) yield layoutOf(batch, columns).heading
    yield flush()
  }
  if (batch.length === 0) return
  if (layout === undefined) yield layoutOf(batch, columns).heading
  yield flush()
}

type Layout = { heading: string; line: (row: Row) => string }

function layoutOf(rows: readonly Row[], given: readonly string[] | undefined): Layout {
  const columns = given ?? Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => columns.map((column) => cellOf(row[column])))
  const widths = columns.map((column, at) =>
    Math.min(longestCell, Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0))),
  )
  const line = (texts: readonly string[]) =>
    `${texts
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`
  return {
    heading: line(columns.map((column) => column.toUpperCase())),
    line: (row) => line(columns.map((column) => cellOf(row[column]))),
  }
}
