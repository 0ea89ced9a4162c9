/** The service sets it beside the cookie of the session, which no script sees. */
export const mayBeSignedIn = (): boolean =>
  /(?:^|; )vitrine-signed-in=1(?:;|$)/.test(document.cookie)
