/**
 * The secret of a link. It is in the fragment, which is sent to no server, and leaves the address bar
 * and the history as soon as it is read.
 */
export function takeFragment(): string {
  const secret = decodeURIComponent(location.hash.slice(1))
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}
