import { AppError } from '@vitrine/errors'
import { LRUCache } from 'lru-cache'

/** By seconds. In a flood, a stack trace for each refusal would cost more than the refusal. */
const refusals = new LRUCache<number, AppError>({ max: 60 })

/** The refusal of a render that may be tried again after this time. */
export function overloaded(untilMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(untilMs / 1000))
  const known = refusals.get(retryAfterSeconds)
  if (known !== undefined) return known
  const message = 'Too many images are being made. Try again.'
  const refusal = new AppError('OVERLOADED', message, { retryAfterSeconds })
  refusals.set(retryAfterSeconds, refusal)
  return refusal
}
