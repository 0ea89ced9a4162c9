/**
 * Pauses before a picture that failed is requested again, ms. The first is longer than the
 * `Retry-After` of a busy delivery, which an `img` does not see; their sum is longer than a rate
 * limit's minute.
 */
const pausesMs = [2, 4, 8, 16, 32, 64].map((seconds) => seconds * 1000)
const longestMs = 64_000

type Failure = {
  /** Requests that failed. */
  tries: number
  /** Its pause is over. */
  isDue: boolean
}

/**
 * Marks the pictures of a shadow root, the lightbox's as well: those that have `loaded` lose the
 * ground that stands for them; those that have `failed` are hidden, and requested again after a
 * pause. Only while they are in view and the browser is online; after the last pause, only when they
 * come into view again or the browser comes back online.
 *
 * @returns ends it.
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
      // They do not bubble.
      { capture: true, signal },
    )
  on('load', onLoad)
  on('error', onError)
  addEventListener('online', failures.retryAll, { signal })
  for (const picture of shadow.querySelectorAll('img')) {
    if (picture.naturalWidth) onLoad(picture)
    else if (picture.complete) onError(picture)
  }
  return () => {
    listeners.abort()
    failures.stop()
  }
}

/** The pictures that failed, each of which is requested again when its pause is over. */
function createFailures() {
  const failures = new Map<HTMLImageElement, Failure>()
  const inView = new Set<Element>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const retry = (picture: HTMLImageElement) => {
    const failure = failures.get(picture)
    if (!failure?.isDue || !navigator.onLine || !inView.has(picture)) return
    failure.isDue = false
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
      const tries = failures.get(picture)?.tries ?? 0
      const failure = { tries: tries + 1, isDue: false }
      failures.set(picture, failure)
      const pauseMs = pausesMs[tries] ?? longestMs
      const end = () => {
        timers.delete(timer)
        failure.isDue = true
        if (tries < pausesMs.length) retry(picture)
      }
      // Many visitors' pictures fail in one moment, and would come back in one.
      const timer = setTimeout(end, pauseMs * (1 + Math.random() / 2))
      timers.add(timer)
      sight.observe(picture)
    },
    forget: (picture: HTMLImageElement) => {
      failures.delete(picture)
      sight.unobserve(picture)
    },
    retryAll: () => {
      for (const [picture, failure] of failures) {
        Object.assign(failure, { tries: 0, isDue: true })
        retry(picture)
      }
    },
    stop: () => {
      sight.disconnect()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function showFailed(picture: HTMLImageElement): void {
  picture.classList.add('failed')
  const [height, width] = ['height', 'width'].map((name) => Number(picture.getAttribute(name)))
  picture.style.setProperty('--shape', `${(height ?? 1) / (width ?? 1)}`)
  picture.closest('.picture')?.setAttribute('data-alt', picture.alt)
}

/**
 * The same attributes once more make no request in WebKit, and `srcset` alone none in Firefox. So
 * both are emptied before; `src` first, for an `img` that loses its `srcset` requests its `src`.
 */
function requestAgain(picture: HTMLImageElement): void {
  const { src, srcset } = picture
  picture.removeAttribute('src')
  picture.srcset = ''
  picture.srcset = srcset
  picture.src = src
}
