import type { Prisma } from '@vitrine/database'
import { AppError } from '@vitrine/errors'

/**
 * A JSON object that a request gives as itself or as a text: keys in the order and spelling
 * they were sent in.
 *
 * @throws AppError VALIDATION_FAILED when it is neither, or larger than `maxBytes` of JSON text.
 */
export function parseJsonObject(
  field: string,
  given: Record<string, unknown> | string,
  maxBytes: number,
): Prisma.InputJsonObject {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  if (Buffer.byteLength(text) > maxBytes) throw invalid(field, `may have ${maxBytes} bytes at most`)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(field, 'must be a JSON object, or a text of one')
  }
  return value as Prisma.InputJsonObject
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', `${field} ${message}`, { details: [{ field, message }] })
