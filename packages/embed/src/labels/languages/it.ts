import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Galleria di immagini',
  prev: 'Immagine precedente',
  next: 'Immagine successiva',
  play: 'Avvia la rotazione',
  pause: 'Ferma la rotazione',
  pick: 'Scegli un’immagine',
  slideOf: '{n} di {count}',
  slides: 'Immagini',
  open: 'Ingrandisci l’immagine {n}',
  close: 'Chiudi',
  zoomIn: 'Ingrandisci',
  zoomOut: 'Riduci',
  more: 'Mostra altro',
  all: 'Tutte',
  filter: 'Filtro',
  video: 'Video',
  readMore: 'altro',
  share: 'Condividi',
  download: 'Scarica',
  copied: 'L’indirizzo è stato copiato',
}
