import EmblaCarousel from 'embla-carousel'
import Autoplay from 'embla-carousel-autoplay'
import { find, intervalMs, setsStopOptions } from './gallery.js'

const stopping = {
  stopOnMouseEnter: true,
  stopOnFocusIn: true,
  rootNode: (viewport: HTMLElement) => viewport.parentElement,
  breakpoints: { '(prefers-reduced-motion: reduce)': { active: false } },
}
const autoplay = Autoplay({ delay: intervalMs, ...(setsStopOptions && stopping) })
const embla = EmblaCarousel(find('.embla__viewport'), { loop: true }, [autoplay])
find('.embla__prev').addEventListener('click', () => embla.scrollPrev())
find('.embla__next').addEventListener('click', () => embla.scrollNext())
