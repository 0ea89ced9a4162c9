import type { Parts, Running } from '../layouts/layout.js'
import { startDots } from './dots.js'
import { createRotation } from './rotation.js'
import { createStack } from './stack.js'
import type { Stage } from './stage.js'
import { createStrip } from './strip.js'
import { icons } from './template.js'

/** Attaches behaviour to a carousel's markup. */
export function start({ view, root, onSlide, whenStill }: Parts): Running | undefined {
  const { config, labels } = view
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)
  const slides = [...root.querySelectorAll<HTMLElement>('.slide')]
  const scroll = find('.scroll')
  const live = find('.track')
  const count = slides.length
  if (!scroll || !live || count < 2) return
  const [previous, next, toggle, counter, row] = [
    '.prev',
    '.next',
    '.toggle',
    '.counter',
    '.dots',
  ].map(find)
  let shown = 0

  const onSettle = ({ index, perView, isLooping }: Stage) => {
    slides.forEach((slide, at) => {
      slide.inert = (at - index() + count) % count >= perView()
    })
    showDot?.(index(), isLooping() ? count : count - perView() + 1)
    if (counter) counter.textContent = `${index() + 1} / ${count}`
    if (previous) previous.ariaDisabled = `${!isLooping() && index() === 0}`
    if (next) next.ariaDisabled = `${!isLooping() && index() >= count - perView()}`
    if (index() !== shown) onSlide(index())
    shown = index()
  }
  const isStill = () => matchMedia('(prefers-reduced-motion:reduce)').matches
  const step = (by: number) => {
    rotation.restart()
    stage.step(by)
  }
  const goTo = (index: number) => {
    rotation.restart()
    stage.goTo(index)
  }
  const showDot = row && startDots(row, goTo)
  const create = root.classList.contains('fade') ? createStack : createStrip
  const stage = create({
    root,
    scroll,
    slides,
    isInfinite: config.infinite,
    durationMs: () => (isStill() || config.transition === 'none' ? 0 : config.transitionDuration),
    onSettle,
    whenStill,
  })
  const rotation = createRotation({
    root,
    live,
    toggle: toggle ?? null,
    intervalMs: config.autoplaySpeed,
    advance: () => {
      if (stage.isLooping() || stage.index() < count - stage.perView()) stage.step(1)
      else stage.goTo(0)
    },
    onWish: (isWanted) => {
      if (!toggle) return
      toggle.ariaLabel = isWanted ? labels.pause : labels.play
      toggle.querySelector('path')?.setAttribute('d', isWanted ? icons.pause : icons.play)
    },
  })
  if (previous) previous.onclick = () => step(-1)
  if (next) next.onclick = () => step(1)
  return {
    index: stage.index,
    goTo,
    step,
    // Slides never rotate without a control that stops them.
    play: (isWanted) => toggle && rotation.want(isWanted),
    stop: () => {
      rotation.stop()
      stage.stop()
    },
  }
}
