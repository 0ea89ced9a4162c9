import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Bildegalleri',
  prev: 'Forrige bilde',
  next: 'Neste bilde',
  play: 'Start bildebytte',
  pause: 'Stopp bildebytte',
  pick: 'Velg et bilde',
  slideOf: '{n} av {count}',
  slides: 'Bilder',
  open: 'Forstørr bilde {n}',
  close: 'Lukk',
  zoomIn: 'Zoom inn',
  zoomOut: 'Zoom ut',
  more: 'Vis flere',
  all: 'Alle',
  filter: 'Filter',
  video: 'Video',
  readMore: 'mer',
  share: 'Del',
  download: 'Last ned',
  copied: 'Adressen er kopiert',
}
