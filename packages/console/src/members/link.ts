/** The page of an invitation. Its token is in the fragment, which browsers send to no server. */
export const linkOf = (token: string, origin = location.origin): string =>
  `${origin}/console/invitation#${encodeURIComponent(token)}`
