import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Bildergalerie',
  prev: 'Vorheriges Bild',
  next: 'Nächstes Bild',
  play: 'Automatischen Wechsel starten',
  pause: 'Automatischen Wechsel anhalten',
  pick: 'Bild auswählen',
  slideOf: '{n} von {count}',
  slides: 'Bilder',
  open: 'Bild {n} vergrößern',
  close: 'Schließen',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  more: 'Mehr anzeigen',
  all: 'Alle',
  filter: 'Filter',
  video: 'Video',
  readMore: 'mehr',
  share: 'Teilen',
  download: 'Herunterladen',
  copied: 'Die Adresse wurde kopiert',
}
