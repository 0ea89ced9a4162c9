type Failures = ReturnType<typeof import('../failures/failures.js')['createFailures']>

/**
 * Marks the pictures of a shadow root, including the lightbox. A picture marked `loaded` loses its
 * placeholder background; one marked `failed` is hidden and keeps its place. What requests it again is loaded
 * when the first one has failed, or when the browser is online again.
 */
export function watchPictures(shadow: ShadowRoot, signal: AbortSignal): void {
  let failures: Promise<Failures> | undefined
  const onLoad = (picture: HTMLImageElement) => {
    picture.classList.remove('failed')
    picture.classList.add('loaded')
    failures?.then(({ forget }) => forget(picture), ignore)
  }
  const onError = (picture: HTMLImageElement, isDue = false) => {
    picture.classList.add('failed')
    const side = (name: string) => Number(picture.getAttribute(name))
    picture.style.setProperty('--shape', `${side('height') / side('width')}`)
    failures ??= import('../failures/failures.js').then(({ createFailures }) =>
      createFailures(shadow, signal),
    )
    failures.then(
      ({ note }) => note(picture, isDue),
      () => {
        failures = undefined
      },
    )
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
  addEventListener(
    'online',
    () => {
      if (failures) return
      for (const picture of shadow.querySelectorAll<HTMLImageElement>('.failed'))
        onError(picture, true)
    },
    { signal },
  )
  for (const picture of shadow.querySelectorAll('img')) {
    if (picture.naturalWidth) onLoad(picture)
    else if (picture.complete) onError(picture)
  }
}

const ignore = () => {}
