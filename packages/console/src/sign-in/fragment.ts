import { useEffect, useState } from 'react'

/** Empty if the text cannot be decoded, as after a link was cut off within a letter. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * The secret of a link. It is in the fragment, which is sent to no server, and leaves the address bar
 * and the history as soon as it is read.
 */
export function takeFragment(): string {
  const secret = decoded(location.hash.slice(1))
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}

/** The same for a page. Another link to the same page, opened in its tab, begins from the start. */
export function useFragment(): string {
  const [secret] = useState(takeFragment)
  useEffect(() => {
    const onLink = () => {
      if (location.hash !== '') location.reload()
    }
    addEventListener('hashchange', onLink)
    return () => removeEventListener('hashchange', onLink)
  }, [])
  return secret
}
