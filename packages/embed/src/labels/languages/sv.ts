import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Bildgalleri',
  prev: 'Föregående bild',
  next: 'Nästa bild',
  play: 'Starta bildväxlingen',
  pause: 'Stoppa bildväxlingen',
  pick: 'Välj en bild',
  slideOf: '{n} av {count}',
  slides: 'Bilder',
  open: 'Förstora bild {n}',
  close: 'Stäng',
  zoomIn: 'Zooma in',
  zoomOut: 'Zooma ut',
  more: 'Visa fler',
  all: 'Alla',
  filter: 'Filter',
  video: 'Video',
  readMore: 'mer',
  share: 'Dela',
  download: 'Ladda ner',
  copied: 'Adressen har kopierats',
}
