type Deps = {
  root: HTMLElement
  /** The part whose changes are read out, but not while it turns by itself. */
  live: HTMLElement
  /** The button that starts and stops; without it nothing ever turns. */
  toggle: HTMLElement | null
  intervalMs: number
  advance: () => void
  onWish: (isWanted: boolean) => void
}

/**
 * Turns slides at an interval, from the start unless the visitor wants no motion. Not while a mouse
 * is above them or nobody can see them. The keyboard in them, or a picture opened, stops it for
 * good; then it is for the visitor to start it.
 */
export function createRotation({ root, live, toggle, intervalMs, advance, onWish }: Deps) {
  const stillness = matchMedia('(prefers-reduced-motion:reduce)')
  let isWanted = false
  let timer: ReturnType<typeof setInterval> | undefined

  const isRotating = () => isWanted && !isHovered(root) && isSeen(root)
  /** Tells assistive technology whether what changes next is the visitor's doing. */
  const announce = () => {
    live.ariaLive = isRotating() ? 'off' : 'polite'
  }
  const turn = () => {
    announce()
    if (isRotating()) advance()
  }
  /** Gives a full interval from here on. */
  const restart = () => {
    announce()
    clearInterval(timer)
    if (isWanted) timer = setInterval(turn, intervalMs)
  }
  const want = (wish: boolean) => {
    isWanted = wish
    onWish(wish)
    restart()
  }
  const giveUp = () => want(false)

  if (toggle) {
    toggle.onclick = () => want(!isWanted)
    // A click focuses too: then it is up to the control that was clicked.
    root.addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches(':focus-visible')) giveUp()
    })
    root.addEventListener('engage', giveUp)
    root.onpointerenter = announce
    stillness.addEventListener('change', giveUp)
    want(!stillness.matches)
  }
  return {
    restart,
    want,
    stop: () => {
      clearInterval(timer)
      stillness.removeEventListener('change', giveUp)
    },
  }
}

/** A finger's touch also hovers, and does not end. */
const isHovered = (root: HTMLElement): boolean =>
  root.matches(':hover') && matchMedia('(hover:hover)').matches

function isSeen(root: HTMLElement): boolean {
  const { top, bottom } = root.getBoundingClientRect()
  return !document.hidden && bottom > 0 && top < innerHeight
}
