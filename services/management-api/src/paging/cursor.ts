import { validationFailed } from '@vitrine/contracts/errors'
import { isUuid } from '../fields/uuid.js'

/** The order of a list: by one field, and by the id among equal values. */
export type Order = {
  /** The name of the list. A cursor of another list is rejected. */
  list: string
  field: string
  type: 'time' | 'text' | 'number'
  direction: 'asc' | 'desc'
  /** A UUID by default. */
  idType?: 'text'
}

/** The last entry before a page: the value that the list is ordered by, and the id. */
export type Position = { value: Date | string | number; id: string }

const nameOf = ({ list, field, direction }: Order) => `${list} by ${field} ${direction}`

/** The text is opaque to clients. */
export function encodeCursor(order: Order, { value, id }: Position): string {
  const parts = [nameOf(order), value instanceof Date ? value.getTime() : value, id]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** @throws AppError VALIDATION_FAILED for a broken cursor, and one of another list or order. */
export function decodeCursor(order: Order, cursor: string): Position {
  const parts = parse(cursor)
  if (parts === null) throw invalid('is not a nextCursor of this API')
  const [name, sent, id] = parts
  if (name !== nameOf(order)) throw invalid('belongs to another list or another sort')
  const value = positionValue(order.type, sent)
  if (value === null || typeof id !== 'string' || !isId(order, id)) {
    throw invalid('is not a nextCursor of this API')
  }
  return { value, id }
}

function parse(cursor: string): unknown[] | null {
  if (!/^[\w-]+$/.test(cursor)) return null
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) && parts.length === 3 ? parts : null
  } catch {
    return null
  }
}

const isId = ({ idType }: Order, id: string): boolean =>
  idType === 'text' ? isStorable(id) : isUuid(id)

/** Postgres stores no NUL, and no unpaired surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function positionValue(type: Order['type'], sent: unknown): Position['value'] | null {
  if (type === 'text') return typeof sent === 'string' && isStorable(sent) ? sent : null
  if (!Number.isSafeInteger(sent)) return null
  if (type === 'number') return sent as number
  const moment = new Date(sent as number)
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment : null
}

const invalid = (message: string) => validationFailed([{ field: 'cursor', message }])
