import type { Statistics } from './schemas.js'

/** The columns of a table, in their order; those that no row has are left out. */
const columns = [
  'day',
  'hour',
  'widgetId',
  'slug',
  'name',
  'assetId',
  'filename',
  'views',
  'clicks',
  'opens',
] as const

/** A table as RFC 4180 has it, with a line of headings. */
export function csvOf({ content }: Statistics): string {
  const [first = { views: 0, clicks: 0, opens: 0 }] = content
  const names = columns.filter((name) => name in first)
  const lines = content.map((row) => {
    const cells = new Map<string, unknown>(Object.entries(row))
    return names.map((name) => cellOf(cells.get(name)))
  })
  return [names, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** Spreadsheets run a text that begins with one of these characters as a formula. */
const formula = /^[=+\-@\t\r]/

function cellOf(value: unknown): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether a client prefers CSV to JSON, which it gets if it accepts anything. */
export function prefersCsv(accept = ''): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return [type, Number(quality)] as const
  })
  const qualities = new Map(ranges)
  const csv = qualities.get('text/csv') ?? qualities.get('text/*') ?? 0
  return csv > (qualities.get('application/json') ?? 0)
}
