type Deps = {
  root: HTMLElement
  /** The live region. Its changes are not announced during automatic rotation. */
  _live: HTMLElement
  /** The start/stop button; without it the slides never rotate. */
  toggle: HTMLElement | null
  _intervalMs: number
  _advance: () => void
  _onWish: (isWanted: boolean) => void
}

/**
 * Advances the slides at an interval. Starts by itself unless the visitor prefers reduced motion.
 * Pauses while a mouse hovers over the slides or they are not visible. Keyboard focus in the
 * slides, or opening a picture, stops rotation until the visitor starts it again.
 */
export function createRotation({ root, _live, toggle, _intervalMs, _advance, _onWish }: Deps) {
  const stillness = matchMedia('(prefers-reduced-motion:reduce)')
  let isWanted = false
  let timer: ReturnType<typeof setInterval> | undefined

  const isRotating = () => isWanted && !isHovered(root) && isSeen(root)
  /** Announces slide changes only while the slides do not rotate automatically. */
  const announce = () => {
    _live.ariaLive = isRotating() ? 'off' : 'polite'
  }
  const turn = () => {
    announce()
    if (isRotating()) _advance()
  }
  const restart = () => {
    announce()
    clearInterval(timer)
    if (isWanted) timer = setInterval(turn, _intervalMs)
  }
  const want = (wish: boolean) => {
    isWanted = wish
    _onWish(wish)
    restart()
  }
  const giveUp = () => want(false)

  if (toggle) {
    toggle.onclick = () => want(!isWanted)
    // A mouse click also sets focus; the clicked control then decides about rotation.
    root.addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches(':focus-visible')) giveUp()
    })
    root.addEventListener('engage', giveUp)
    root.onpointerenter = announce
    stillness.addEventListener('change', giveUp)
    want(!stillness.matches)
  }
  return {
    _restart: restart,
    _want: want,
    stop: () => {
      clearInterval(timer)
      stillness.removeEventListener('change', giveUp)
    },
  }
}

/** A touch also matches `:hover`, and keeps matching after it ends. */
const isHovered = (root: HTMLElement): boolean =>
  root.matches(':hover') && matchMedia('(hover:hover)').matches

function isSeen(root: HTMLElement): boolean {
  const { top, bottom } = root.getBoundingClientRect()
  return !document.hidden && bottom > 0 && top < innerHeight
}
