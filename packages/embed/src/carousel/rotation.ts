import type { Labels } from '../labels/labels.js'

/** On a grid of 24 by 24. */
const [playIcon, pauseIcon] = ['M8 5v14l11-7z', 'M8 5v14M16 5v14']

type Deps = {
  root: HTMLElement
  /** The live region. Its changes are not announced during automatic rotation. */
  _live: HTMLElement
  /** The start/stop button. */
  toggle: HTMLElement
  _intervalMs: number
  _advance: () => void
  labels: Labels
}

/**
 * Advances the slides at an interval. Starts by itself unless the visitor prefers reduced motion.
 * Pauses while a mouse hovers over the slides or they are not visible. Keyboard focus in the
 * slides, or opening a picture, stops rotation until the visitor starts it again.
 */
export function createRotation({ root, _live, toggle, _intervalMs, _advance, labels }: Deps) {
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
    toggle.ariaLabel = wish ? (labels.pause ?? 'Stop rotation') : labels.play
    toggle.querySelector('path')?.setAttribute('d', wish ? pauseIcon : playIcon)
    restart()
  }
  const giveUp = () => want(false)

  toggle.onclick = () => want(!isWanted)
  // A mouse click also sets focus; the clicked control then decides about rotation.
  root.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches(':focus-visible')) giveUp()
  })
  root.addEventListener('engage', giveUp)
  root.onpointerenter = announce
  stillness.addEventListener('change', giveUp)
  want(!stillness.matches)
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
