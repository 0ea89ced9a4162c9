const batchSize = 100
const longestCell = 60

export type Row = Readonly<Record<string, unknown>>

/**
 * One value as text without line breaks, control characters and those that change the direction of text, which could
 * change the terminal or the cells beside it.
 *
 * @param name of the property, which says what a number counts.
 */
export function cellOf(value: unknown, name = ''): string {
  const text = textOf(value, name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the point
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}

function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.map((one) => textOf(one, name)).join(', ') || '-'
  if (typeof value === 'object') {
    const texts = Object.entries(value).map(([key, one]) => {
      const unit = /bytes$/i.test(name) ? name : key
      return `${wordsOf(key)} ${textOf(one, unit)}`
    })
    return texts.join(', ') || '-'
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && /bytes$/i.test(name)) return sizeOf(value)
  // A time without a zone, as the service sends it.
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?$/, '$1 $2')
}

/** The name of a property for people: `createdAt` as "created at", `sizeBytes` as "size". */
const wordsOf = (name: string): string =>
  name.replace(/Bytes$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Bytes in the largest unit of which there is one. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), units.length - 1)
  const number = bytes / 1024 ** power
  return `${power === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[power]}`
}

/** One object, a line for each property, and for each entry of a list of objects. */
export function propertiesOf(row: Row): string {
  const lines = Object.entries(row).flatMap(([name, value]) => {
    const isList = Array.isArray(value) && value.some((one) => typeof one === 'object')
    const values: unknown[] = isList ? value : [value]
    return values.map((one, at) => [at === 0 ? wordsOf(name) : '', cellOf(one, name)] as const)
  })
  const width = Math.max(0, ...lines.map(([name]) => name.length))
  return lines.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join('')
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
  const heads = columns.map((column) => wordsOf(column).toUpperCase())
  const cells = rows.map((row) => columns.map((column) => cellOf(row[column], column)))
  const widths = heads.map((head, at) =>
    Math.min(longestCell, Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0))),
  )
  const line = (texts: readonly string[]) =>
    `${texts
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`
  return {
    heading: line(heads),
    line: (row) => line(columns.map((column) => cellOf(row[column], column))),
  }
}
