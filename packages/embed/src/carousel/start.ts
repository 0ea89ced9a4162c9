import type { Parts, Running } from '../layout.js'
import { startDots } from './dots.js'
import type { SlideDisplay } from './slide-display.js'
import { createStrip } from './strip.js'

export function start({ view, root, _onSlide, _whenStill, _extras }: Parts): Running | undefined {
  const { config, labels } = view
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)
  const slides = [...root.querySelectorAll<HTMLElement>('.slide')]
  const scroll = find('.scroll')
  const live = find('.track')
  const count = slides.length
  if (!scroll || !live || count < 2) return
  const [previous, next, toggle, counter, row, progress] = [
    '.prev',
    '.next',
    '.toggle',
    '.counter',
    '.dots',
    '.progress',
  ].map(find)
  let shown = 0

  const onSettle = ({ _index, _perView, _isLooping }: SlideDisplay) => {
    slides.forEach((slide, at) => {
      // The part of a slide that peeks in is only to be seen.
      slide.inert = (at - _index() + count) % count >= Math.floor(_perView())
    })
    showDot?.(_index(), _isLooping() ? count : count - _perView() + 1)
    if (row) _extras.showThumbnail?.(row, _index())
    progress?.style.setProperty('--at', `${(_index() + 1) / count}`)
    if (counter) counter.textContent = `${_index() + 1} / ${count}`
    if (previous) previous.ariaDisabled = `${!_isLooping() && _index() === 0}`
    if (next) next.ariaDisabled = `${!_isLooping() && _index() >= count - _perView()}`
    if (_index() !== shown) _onSlide(_index())
    shown = _index()
  }
  const isStill = () => matchMedia('(prefers-reduced-motion:reduce)').matches
  const step = (by: number) => {
    rotation?._restart()
    display._step(by)
  }
  const goTo = (index: number) => {
    rotation?._restart()
    display._goTo(index)
  }
  const showDot = row && startDots(row, goTo)
  const display = (_extras.createStack ?? createStrip)({
    root,
    scroll,
    slides,
    _isInfinite: config.infinite,
    _durationMs: () => (isStill() || config.transition === 'none' ? 0 : config.transitionDuration),
    _onSettle: onSettle,
    _whenStill,
  })
  const rotation =
    toggle &&
    _extras.createRotation?.({
      root,
      _live: live,
      toggle,
      _intervalMs: config.autoplaySpeed,
      _advance: () => {
        if (display._isLooping() || display._index() < count - display._perView()) display._step(1)
        else display._goTo(0)
      },
      labels,
    })
  if (previous) previous.onclick = () => step(-1)
  if (next) next.onclick = () => step(1)
  return {
    _index: display._index,
    _goTo: goTo,
    _step: step,
    // Slides never rotate without a control that stops them.
    _play: (isWanted) => rotation?._want(isWanted),
    _stop: () => {
      rotation?.stop()
      display._stop()
    },
  }
}
