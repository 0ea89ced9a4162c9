import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Picture gallery',
  prev: 'Previous picture',
  next: 'Next picture',
  play: 'Start rotation',
  pick: 'Choose a picture',
  slideOf: '{n} of {count}',
  slides: 'Pictures',
  open: 'Enlarge picture {n}',
  more: 'Show more',
}
