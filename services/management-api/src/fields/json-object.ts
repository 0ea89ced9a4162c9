import { type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import type { Prisma } from '@vitrine/database'
import { isNestedDeeperThan, jsonFaults } from '@vitrine/http'

/** JSON.stringify and Postgres, both recursive, fail at some thousand levels. */
const maxLevels = 100

type Read = { value: Prisma.InputJsonObject; problems?: never } | { problems: ErrorDetail[] }

/**
 * A JSON object that a request sends as an object or as a text. Its keys keep their order and spelling.
 *
 * @throws AppError VALIDATION_FAILED when it is neither, nested too deeply, contains values that cannot
 *   be stored unchanged, or takes more than `maxBytes` of JSON text as it is stored: without white space
 *   between its parts.
 */
export function parseJsonObject(
  field: string,
  input: Record<string, unknown> | string,
  maxBytes: number,
): Prisma.InputJsonObject {
  const read = readJsonObject(field, input, maxBytes)
  if (read.problems !== undefined) throw validationFailed(read.problems)
  return read.value
}

/** The same, with the problems for which `parseJsonObject` would throw. */
export function readJsonObject(field: string, input: unknown, maxBytes: number): Read {
  const refuse = (message: string): Read => ({ problems: [{ field, message }] })
  const isText = typeof input === 'string'
  const isTooDeep = (json: string) => isNestedDeeperThan(maxLevels, json)
  if (isText && isTooDeep(input)) return refuse(tooDeep)
  const value = isText ? parsed(input) : input
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('must be a JSON object, or text that holds one')
  }
  // The levels of a JSON body are bounded, so it can be serialized.
  const stored = JSON.stringify(value)
  if (isTooDeep(stored)) return refuse(tooDeep)
  if (Buffer.byteLength(stored) > maxBytes) return refuse(`may have ${maxBytes} bytes at most`)
  // A JSON body was validated when it was parsed.
  const problems = isText ? jsonFaults(input, field) : []
  return problems.length > 0 ? { problems } : { value: value as Prisma.InputJsonObject }
}

const tooDeep = `may be nested ${maxLevels} levels deep at most`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
