import { withNonce } from '../codes.js'
import { type Code, pageWith } from '../sample-page.js'
import type { PageSpec } from '../site.js'

export type Policy = {
  /** Violated directives with the blocked resources. */
  violations: readonly string[]
  works: boolean
}

const nonce = 'r4nd0m'

/** A page with the strictest policy that allows its own files and the pictures. */
export function strict(code: Code, picturesUrl: string): PageSpec {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    `img-src 'self' ${picturesUrl}`,
    `connect-src ${picturesUrl}`,
    `frame-src ${picturesUrl}`,
    "require-trusted-types-for 'script'",
  ]
  const spec = pageWith({ ...code, html: withNonce(code.html, nonce) })
  return { ...spec, headers: { 'content-security-policy': policy.join('; ') } }
}
