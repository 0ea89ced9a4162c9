import { say } from '../words/words.ts'

/** One changed field; null where there was or is nothing. */
export type Change = { field: string; from: string | null; to: string | null }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Longer lists are counted. */
const mostListed = 8

/** The recorded changes as lines: the settings of a widget key by key, and long lists as numbers. */
export const changesOf = (recorded: Fields): Change[] =>
  Object.entries(recorded).flatMap(([field, change]) => linesOf(field, change))

function linesOf(field: string, change: unknown): Change[] {
  if (!isFields(change)) return [{ field, from: null, to: textOf(change) }]
  if ('added' in change || 'removed' in change) {
    return [{ field, from: textOf(change.removed), to: textOf(change.added) }]
  }
  const { from = null, to = null } = change
  if (isFields(from) || isFields(to)) return linesOfKeys(field, from, to)
  return [{ field, from: textOf(from), to: textOf(to) }]
}

function linesOfKeys(field: string, from: unknown, to: unknown): Change[] {
  const [before, after] = [isFields(from) ? from : {}, isFields(to) ? to : {}]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({
      field: `${field}.${key}`,
      from: textOf(before[key]),
      to: textOf(after[key]),
    }))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? say('yes') : say('no')
  if (Array.isArray(value)) {
    if (value.length === 0) return null
    const isPlain = value.every((one) => typeof one !== 'object')
    return isPlain && value.length <= mostListed ? value.join(', ') : `${value.length} ×`
  }
  return JSON.stringify(value)
}

/** What a thing is called, if the event says so. */
export function nameOf(recorded: Fields): string | null {
  for (const field of ['name', 'filename', 'email', 'slug', 'path']) {
    const change = recorded[field]
    if (!isFields(change)) continue
    const name = change.to ?? change.from
    if (typeof name === 'string' && name !== '') return name
  }
  return null
}
