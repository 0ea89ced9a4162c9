import { AppError } from '@vitrine/errors'
import { LRUCache } from 'lru-cache'

/** By seconds. In a flood a stack for each, which nobody reads, would be dear. */
const refusals = new LRUCache<number, AppError>({ max: 60 })

export function overloaded(untilMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(untilMs / 1000))
  const known = refusals.get(retryAfterSeconds)
  if (known !== undefined) return known
  const message = 'Too many images are being made. Try again.'
  const refusal = new AppError('OVERLOADED', message, { retryAfterSeconds })
  refusals.set(retryAfterSeconds, refusal)
  return refusal
}
