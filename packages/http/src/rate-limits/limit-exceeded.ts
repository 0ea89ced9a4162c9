import { AppError } from '@vitrine/contracts/errors'
import { windowMs } from './sliding-window.js'

type Facts = { name: string; what: string; limit: number; retryAfterSeconds: number }

/** A 429 that names the exhausted budget. */
export class LimitExceeded extends AppError {
  /** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/, draft 10. */
  readonly headers: { 'ratelimit-policy': string; ratelimit: string }

  constructor({ name, what, limit, retryAfterSeconds }: Facts) {
    const message = `Too many ${what}: ${limit} in a minute. Try again in ${retryAfterSeconds} s.`
    super('TOO_MANY_REQUESTS', message, { retryAfterSeconds })
    this.name = 'LimitExceeded'
    this.headers = {
      'ratelimit-policy': `"${name}";q=${limit};w=${windowMs / 1000}`,
      ratelimit: `"${name}";r=0;t=${retryAfterSeconds}`,
    }
  }
}
