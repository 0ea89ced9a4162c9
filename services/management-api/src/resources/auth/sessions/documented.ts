/** How a call is made in cookie mode. */
export const byCookie =
  'With `"session": "cookie"` the refresh token is in a cookie (`HttpOnly`, `SameSite=Strict`, for `/api/auth` only) and in no ' +
  'body. Such a call must come from a page of the origin of PUBLIC_URL, which is https or http://localhost.'

/** The documentation of a call that begins or continues a session. */
export const givesSession = {
  description: byCookie,
  openapi: {
    errors: [403],
    responseHeaders: {
      'Set-Cookie': { type: 'string', description: 'the refresh token, if session is cookie' },
    },
  },
} as const
