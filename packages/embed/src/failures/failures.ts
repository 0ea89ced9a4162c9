import css from '../styles/failures.css'

/**
 * How often a failed picture is requested again, after 2 s, 4 s, … 64 s. The first delay exceeds the
 * `Retry-After` of an overloaded delivery service, which an `img` cannot read. Their sum exceeds a rate
 * limit's window of one minute.
 */
const maxRetries = 6

type Failure = {
  /** Number of failed requests. */
  tries: number
  /** Whether the current delay has elapsed. */
  _isDue: boolean
}

/**
 * Shows the alternative texts of failed pictures, and requests the pictures again after a delay. Retries
 * happen only while the picture is in view and the browser is online. After the last delay a
 * picture is retried only when it re-enters the viewport or the browser comes back online.
 */
export function createFailures(shadow: ShadowRoot, signal: AbortSignal) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets.push(sheet)
  const failures = new Map<HTMLImageElement, Failure>()
  const inView = new Set<Element>()

  const retry = (picture: HTMLImageElement) => {
    const failure = failures.get(picture)
    if (!failure?._isDue || !navigator.onLine || !inView.has(picture)) return
    failure._isDue = false
    requestAgain(picture)
  }
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      inView[isIntersecting ? 'add' : 'delete'](target)
      retry(target as HTMLImageElement)
    }
  })
  addEventListener(
    'online',
    () => {
      for (const [picture, failure] of failures) {
        Object.assign(failure, { tries: 0, _isDue: true })
        retry(picture)
      }
    },
    { signal },
  )
  signal.addEventListener('abort', () => {
    sight.disconnect()
    failures.clear()
  })
  return {
    /** @param isDue whether to request it again at once. */
    note: (picture: HTMLImageElement, isDue: boolean) => {
      picture.closest('.picture')?.setAttribute('data-alt', picture.alt)
      const tries = 1 + (failures.get(picture)?.tries ?? 0)
      const failure = { tries, _isDue: isDue }
      failures.set(picture, failure)
      const end = () => {
        failure._isDue = true
        if (tries <= maxRetries) retry(picture)
      }
      // Jitter: the pictures of many visitors fail at the same moment.
      setTimeout(end, 2 ** Math.min(tries, maxRetries) * (1000 + 500 * Math.random()))
      sight.observe(picture)
    },
    forget: (picture: HTMLImageElement) => {
      picture.closest('.picture')?.removeAttribute('data-alt')
      failures.delete(picture)
      sight.unobserve(picture)
    },
  }
}

/**
 * Reassigning the same attributes triggers no request in WebKit, and reassigning only `srcset`
 * triggers none in Firefox. So both are cleared first; `src` before `srcset`, because an `img` that
 * loses its `srcset` requests its `src`.
 */
function requestAgain(picture: HTMLImageElement): void {
  const { src, srcset } = picture
  picture.removeAttribute('src')
  picture.srcset = ''
  picture.srcset = srcset
  picture.src = src
}
