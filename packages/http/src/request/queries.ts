import { type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import type { App } from '../app.js'

/** Rejects a query string that is not percent-encoded UTF-8, and names the parameter. */
export function refuseMalformedQueries(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const details = queryFaults(request.raw.url ?? '')
    done(details.length === 0 ? undefined : validationFailed(details))
  })
}

function queryFaults(target: string): ErrorDetail[] {
  const start = target.indexOf('?')
  if (start === -1) return []
  const parts = target.slice(start + 1).split('&')
  const faulty = parts.filter((part) => decoded(part) === null)
  const names = faulty.map((part) => part.split('=', 1)[0] ?? '')
  const message = 'is not percent-encoded UTF-8: encode it with encodeURIComponent'
  return [...new Set(names)].map((name) => ({ field: decoded(name) ?? name, message }))
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Makes every route that is added afterwards reject unknown query parameters. Otherwise a misspelled filter
 * would return everything.
 */
export function refuseUnknownQueries(app: App): void {
  app.addHook('onRoute', (route) => {
    const known = (route.schema?.querystring ?? {}) as { properties?: object }
    const querystring = { type: 'object', properties: {}, ...known, additionalProperties: false }
    route.schema = { ...route.schema, querystring }
  })
}
