import type { Shown } from '../../../controls/reconcile.ts'
import { t } from '../../../words/words.ts'

export const kinds = ['text', 'number', 'boolean', 'json'] as const
export type Kind = (typeof kinds)[number]

/** One key of the metadata as a person edits it. A number stays the text that was written, so no digit is lost. */
export type Row = {
  id: number
  key: string
  /** The key as the picture has it; absent of a new row. */
  former?: string
  kind: Kind
  value: string
}

/** The key in the request. Keys that programs have set keep their blanks until a person edits them. */
export const keyOf = ({ key, former }: Row): string => (key === former ? key : key.trim())

/** Most bytes of the whole object as compact JSON; the service refuses more. */
export const mostBytes = 16 * 1024

const kindOf = (value: unknown): Kind => {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'json'
}

/** The row of a value as JSON. */
export function rowOf(id: number, key: string, json: string): Row {
  const value: unknown = JSON.parse(json)
  const kind = kindOf(value)
  const text = kind === 'json' ? JSON.stringify(value, null, 2) : json
  return { id, key, former: key, kind, value: kind === 'text' ? String(value) : text }
}

/** Each key with its value as compact JSON. */
export function valuesIn(metadata: string): Map<string, string> {
  const object = JSON.parse(metadata) as Record<string, unknown>
  return new Map(Object.entries(object).map(([key, value]) => [key, JSON.stringify(value)]))
}

export const rowsOf = (metadata: string): Row[] =>
  [...valuesIn(metadata)].map(([key, json], index) => rowOf(index, key, json))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The value in the request. */
export function jsonOf({ kind, value }: Row): string {
  if (kind === 'text') return JSON.stringify(value)
  // Between the parts of a value alone: parsing it would round its numbers.
  return kind === 'json' && isJson(value) ? compact(value) : value.trim()
}

const compact = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''))

/** The object in the request. */
export const metadataOf = (rows: readonly Row[]): string =>
  `{${rows.map((row) => `${JSON.stringify(keyOf(row))}:${jsonOf(row)}`).join(',')}}`

/** Converts the value to another kind, as far as possible. */
export function asKind(row: Row, kind: Kind): Row {
  if (kind === row.kind) return row
  if (kind === 'json') return { ...row, kind, value: jsonOf(row) || 'null' }
  if (kind === 'boolean') return { ...row, kind, value: row.value === 'true' ? 'true' : 'false' }
  if (kind === 'number') return { ...row, kind, value: isNumber(row.value) ? row.value : '' }
  return { ...row, kind, value: row.kind === 'json' ? textIn(row.value) : row.value }
}

function textIn(json: string): string {
  const value: unknown = isJson(json) ? JSON.parse(json) : json
  return typeof value === 'string' ? value : json
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const isNumber = (text: string): boolean => number.test(text.trim())

export type RowProblem = { key?: string; value?: string }

function valueProblem({ kind, value }: Row): string | undefined {
  if (kind === 'number' && !isNumber(value)) return t('Write a number, such as 12 or 0.5.')
  return kind === 'json' && !isJson(value) ? t('This is not valid JSON.') : undefined
}

/** Problems that the form finds before it sends the rows, by the row's id. */
export function problemsOfRows(rows: readonly Row[]): ReadonlyMap<number, RowProblem> {
  const seen = new Set<string>()
  const problems = new Map<number, RowProblem>()
  for (const row of rows) {
    const name = keyOf(row)
    const key =
      name === '' && row.former !== ''
        ? t('Write a name.')
        : seen.has(name)
          ? t('Another row has this name.')
          : undefined
    const value = valueProblem(row)
    seen.add(name)
    if (key !== undefined || value !== undefined) {
      problems.set(row.id, {
        ...(key !== undefined && { key }),
        ...(value !== undefined && { value }),
      })
    }
  }
  return problems
}

export const bytesOf = (rows: readonly Row[]): number =>
  new TextEncoder().encode(metadataOf(rows)).length

/** The row that a field of the service is about, such as `metadata.camera.lens`. */
export function rowOfField(rows: readonly Row[], field: string): Row | undefined {
  const isOf = (row: Row) => {
    const name = `metadata.${keyOf(row)}`
    return field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)
  }
  return rows.filter(isOf).toSorted((a, b) => b.key.length - a.key.length)[0]
}

/** The values of the keys, to be compared one by one; empty for a key that is not there. */
export function shownOf(metadata: string, keys: readonly string[]): Shown[] {
  const values = valuesIn(metadata)
  return keys.map((key) => {
    const value = values.get(key) ?? ''
    return { name: key, label: key, value, words: value === '' ? t('removed') : value }
  })
}

/** @param json empty: without the key. */
export function withValue(rows: readonly Row[], key: string, json: string): Row[] {
  if (json === '') return rows.filter((row) => keyOf(row) !== key)
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
  const existing = rows.find((row) => keyOf(row) === key)
  if (existing === undefined) return [...rows, rowOf(id, key, json)]
  return rows.map((row) => (row === existing ? rowOf(row.id, key, json) : row))
}
