import { withNonce } from '../codes.js'
import { type Code, pageWith } from '../placing.js'
import type { PageSpec } from '../site.js'

/** What came of a page's policy. */
export type Policy = {
  /** Directives, each with what it forbade. */
  violations: readonly string[]
  /** Whether that which is on the page does what it is for all the same. */
  works: boolean
}

const nonce = 'r4nd0m'

/** A page under the strictest policy that lets its own files and the pictures in. */
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
