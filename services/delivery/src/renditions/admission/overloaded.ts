import { AppError } from '@vitrine/errors'
import { LRUCache } from 'lru-cache'

/** Cached by seconds. During a flood, creating a stack trace would cost more than the rest of a rejection. */
const refusals = new LRUCache<number, AppError>({ max: 60 })

/** The error for a rejected render that may be retried after this time. */
export function overloaded(untilMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(untilMs / 1000))
  const known = refusals.get(retryAfterSeconds)
  if (known !== undefined) return known
  const message = 'Too many images are being made. Try again.'
  const refusal = new AppError('OVERLOADED', message, { retryAfterSeconds })
  refusals.set(retryAfterSeconds, refusal)
  return refusal
}
