import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Fotogalerij',
  prev: 'Vorige afbeelding',
  next: 'Volgende afbeelding',
  play: 'Automatisch wisselen starten',
  pause: 'Automatisch wisselen stoppen',
  pick: 'Kies een afbeelding',
  slideOf: '{n} van {count}',
  slides: 'Afbeeldingen',
  open: 'Afbeelding {n} vergroten',
  close: 'Sluiten',
  zoomIn: 'Inzoomen',
  zoomOut: 'Uitzoomen',
  more: 'Meer tonen',
  all: 'Alle',
  filter: 'Filter',
  video: 'Video',
  readMore: 'meer',
  share: 'Delen',
  download: 'Downloaden',
  copied: 'Het adres is gekopieerd',
}
