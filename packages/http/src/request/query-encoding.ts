import { type ErrorDetail, validationFailed } from '@vitrine/errors'
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
