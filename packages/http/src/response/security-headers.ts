/**
 * On every answer, errors included, unless a route says otherwise. JSON is no page: it loads
 * nothing, is shown in no frame and read by no other site's `<script>` or `<img>`. Transport
 * security (HSTS) is said by whoever ends TLS.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const
