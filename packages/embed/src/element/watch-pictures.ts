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
 * Marks the pictures of a shadow root, including the lightbox. A picture marked `loaded` loses its
 * placeholder background; one marked `failed` is hidden and requested again after a delay. Retries
 * happen only while the picture is in view and the browser is online. After the last delay a
 * picture is retried only when it re-enters the viewport or the browser comes back online.
 *
 * @returns stops watching.
 */
export function watchPictures(shadow: ShadowRoot): () => void {
  const failures = createFailures()
  const listeners = new AbortController()
  const { signal } = listeners
  const onLoad = (picture: HTMLImageElement) => {
    picture.classList.remove('failed')
    picture.classList.add('loaded')
    picture.closest('.picture')?.removeAttribute('data-alt')
    failures.forget(picture)
  }
  const onError = (picture: HTMLImageElement) => {
    showFailed(picture)
    failures.note(picture)
  }
  const on = (type: string, listen: (picture: HTMLImageElement) => void) =>
    shadow.addEventListener(
      type,
      ({ target }) => target instanceof HTMLImageElement && listen(target),
      // `load` and `error` events do not bubble.
      { capture: true, signal },
    )
  on('load', onLoad)
  on('error', onError)
  addEventListener('online', failures._retryAll, { signal })
  for (const picture of shadow.querySelectorAll('img')) {
    if (picture.naturalWidth) onLoad(picture)
    else if (picture.complete) onError(picture)
  }
  return () => {
    listeners.abort()
    failures.stop()
  }
}

/** Schedules the retries of failed pictures. */
function createFailures() {
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
  return {
    note: (picture: HTMLImageElement) => {
      const tries = 1 + (failures.get(picture)?.tries ?? 0)
      const failure = { tries, _isDue: false }
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
      failures.delete(picture)
      sight.unobserve(picture)
    },
    _retryAll: () => {
      for (const [picture, failure] of failures) {
        Object.assign(failure, { tries: 0, _isDue: true })
        retry(picture)
      }
    },
    stop: () => {
      sight.disconnect()
      failures.clear()
    },
  }
}

function showFailed(picture: HTMLImageElement): void {
  picture.classList.add('failed')
  const side = (name: string) => Number(picture.getAttribute(name))
  picture.style.setProperty('--shape', `${side('height') / side('width')}`)
  picture.closest('.picture')?.setAttribute('data-alt', picture.alt)
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
