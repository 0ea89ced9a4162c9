import css from '../styles/failures.css'

/**
 * How often a failed picture is requested again, after 2 s, 4 s, … 64 s. The first delay exceeds the
 * `Retry-After` of an overloaded delivery service, which an `img` cannot read. Their sum exceeds a rate
 * limit's window of one minute.
 */
const maxRetries = 6

type Failure = {
  /** Stands where the picture would be. */
  ground: HTMLElement
  /** Number of failed requests. */
  tries: number
  /** Whether the current delay has elapsed. */
  _isDue: boolean
}

/**
 * Shows the colours and alternative texts of failed pictures, and requests the pictures again after a delay. Retries
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
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const picture = target as HTMLImageElement
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = picture
      const box = { left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight }
      for (const [side, pixels] of Object.entries(box))
        failures.get(picture)?.ground.style.setProperty(side, `${pixels}px`)
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
    sizes.disconnect()
    failures.clear()
  })
  return {
    /** @param isDue whether to request it again at once. */
    note: (picture: HTMLImageElement, isDue: boolean) => {
      const known = failures.get(picture)
      const tries = 1 + (known?.tries ?? 0)
      const failure = { tries, _isDue: isDue, ground: known?.ground ?? groundOf(picture) }
      failures.set(picture, failure)
      const end = () => {
        failure._isDue = true
        if (tries <= maxRetries) retry(picture)
      }
      // Jitter: the pictures of many visitors fail at the same moment.
      setTimeout(end, 2 ** Math.min(tries, maxRetries) * (1000 + 500 * Math.random()))
      sight.observe(picture)
      sizes.observe(picture)
    },
    forget: (picture: HTMLImageElement) => {
      failures.get(picture)?.ground.remove()
      failures.delete(picture)
      sight.unobserve(picture)
      sizes.unobserve(picture)
    },
  }
}

/**
 * A ground with the picture's colour, its blurred picture and its alternative text. It has the class of the picture, whose
 * rules have those. Visual only: screen readers read the picture's own text.
 */
function groundOf(picture: HTMLImageElement): HTMLElement {
  const ground = document.createElement('div')
  ground.className = `ground ${picture.classList[0]}`
  ground.ariaHidden = 'true'
  const caption = picture.closest('.picture')?.querySelector('.clip span')
  if (picture.alt && picture.alt !== caption?.textContent) {
    const text = document.createElement('span')
    text.textContent = picture.alt
    ground.append(text)
  }
  picture.after(ground)
  return ground
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
