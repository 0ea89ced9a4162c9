import { validationFailed } from '@vitrine/contracts/errors'
import type { FastifyRequest } from 'fastify'

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID as Postgres and the contract write it, in letters of any case. */
export const isUuid = (text: string): boolean => shape.test(text)

/** An id in the path, in lower case. @throws AppError VALIDATION_FAILED unless it is a UUID. */
export function idOf({ params }: FastifyRequest, name: string): string {
  const id = (params as Record<string, string>)[name] ?? ''
  if (isUuid(id)) return id.toLowerCase()
  throw validationFailed([{ field: name, message: 'must be a UUID' }])
}
