import type { Prisma } from '@vitrine/database'
import { type ErrorDetail, validationFailed } from '@vitrine/errors'
import { jsonFaults } from '@vitrine/http'

/** JSON.stringify and Postgres, both recursive, fail at some thousand levels. */
const maxLevels = 100

/**
 * A JSON object that a request sends as an object or as a text. Its keys keep their order and spelling.
 *
 * @throws AppError VALIDATION_FAILED when it is neither, nested too deeply, contains values that cannot
 *   be stored unchanged, or takes more than `maxBytes` of JSON text as it is stored: without white space
 *   between its parts.
 */
export function parseJsonObject(
  field: string,
  given: Record<string, unknown> | string,
  maxBytes: number,
): Prisma.InputJsonObject {
  const problems = jsonObjectProblems(field, given, maxBytes)
  if (problems.length > 0) throw validationFailed(problems)
  return asValue(given) as Prisma.InputJsonObject
}

/** The problems for which `parseJsonObject` would throw. */
export function jsonObjectProblems(field: string, given: unknown, maxBytes: number): ErrorDetail[] {
  const value = asValue(given)
  const message = shapeProblem(value, maxBytes)
  if (message !== null) return [{ field, message }]
  // A JSON body was validated when it was parsed.
  return typeof given === 'string' ? jsonFaults(given, field) : []
}

function shapeProblem(value: unknown, maxBytes: number): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be a JSON object, or text that holds one'
  }
  if (isDeeperThan(maxLevels, value)) return `may be nested ${maxLevels} levels deep at most`
  const isTooLarge = Buffer.byteLength(JSON.stringify(value)) > maxBytes
  return isTooLarge ? `may have ${maxBytes} bytes at most` : null
}

function asValue(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
