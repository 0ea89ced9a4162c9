import { usageError } from '../failure.js'

/** Headers with an option of their own, and those that would put a secret into the arguments. */
const refused = new Map([
  ['authorization', 'Set VITRINE_TOKEN instead: others can see arguments.'],
  ['cookie', 'Others can see arguments.'],
  ['if-match', 'Use --if-match instead.'],
  ['if-none-match', 'Use --if-none-match instead.'],
  ['idempotency-key', 'Use --idempotency-key instead.'],
])

/** The headers of `--header name:value`. @throws CommandError for one that cannot be sent. */
export function headersOf(given: readonly string[]): Headers {
  const headers = new Headers()
  for (const text of given) {
    const colon = text.indexOf(':')
    // A name that is empty is refused as one with a space in it is.
    const name = text.slice(0, Math.max(0, colon)).trim()
    const reason = refused.get(name.toLowerCase())
    if (reason !== undefined) throw usageError(`--header does not take ${name}. ${reason}`)
    try {
      headers.set(name, text.slice(colon + 1).trim())
    } catch {
      throw usageError(`--header takes a name and a value, such as "X-Team: web", not "${text}".`)
    }
  }
  return headers
}
