/**
 * The security headers of every answer, including errors, unless a route sets its own. JSON is not a
 * page: it loads nothing, and no other site may frame it or load it as a `<script>` or `<img>`. HSTS is
 * the task of the server that terminates TLS.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const
