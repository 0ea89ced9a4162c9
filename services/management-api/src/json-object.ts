import type { Prisma } from '@vitrine/database'
import { type AppError, validationFailed } from '@vitrine/errors'
import { jsonFaults } from '@vitrine/http'

/** JSON.stringify and Postgres, both recursive, fail at some thousand levels. */
const maxLevels = 100

/**
 * A JSON object that a request gives as itself or as a text: keys in the order and spelling
 * they were sent in.
 *
 * @throws AppError VALIDATION_FAILED when it is neither, nested too deeply, holds what cannot be
 *   stored as it was sent, or is larger than `maxBytes` of JSON text as it is stored: without white
 *   space between its parts.
 */
export function parseJsonObject(
  field: string,
  given: Record<string, unknown> | string,
  maxBytes: number,
): Prisma.InputJsonObject {
  const value = typeof given === 'string' ? parse(given) : given
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(field, 'must be a JSON object, or a text of one')
  }
  const details = typeof given === 'string' ? jsonFaults(given, field) : []
  if (details.length > 0) throw validationFailed(details)
  if (isDeeperThan(maxLevels, value)) {
    throw invalid(field, `may be nested ${maxLevels} levels deep at most`)
  }
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) {
    throw invalid(field, `may have ${maxBytes} bytes at most`)
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

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

const invalid = (field: string, message: string): AppError => validationFailed([{ field, message }])
