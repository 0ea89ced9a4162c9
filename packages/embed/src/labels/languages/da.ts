import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Billedgalleri',
  prev: 'Forrige billede',
  next: 'Næste billede',
  play: 'Start billedskift',
  pause: 'Stop billedskift',
  pick: 'Vælg et billede',
  slideOf: '{n} af {count}',
  slides: 'Billeder',
  open: 'Forstør billede {n}',
  close: 'Luk',
  zoomIn: 'Zoom ind',
  zoomOut: 'Zoom ud',
  more: 'Vis flere',
  all: 'Alle',
  filter: 'Filter',
  video: 'Video',
  readMore: 'mere',
  share: 'Del',
  download: 'Download',
  copied: 'Adressen er kopieret',
}
