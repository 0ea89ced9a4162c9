import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Kuvagalleria',
  prev: 'Edellinen kuva',
  next: 'Seuraava kuva',
  play: 'Käynnistä kuvien vaihto',
  pause: 'Pysäytä kuvien vaihto',
  pick: 'Valitse kuva',
  slideOf: '{n}/{count}',
  slides: 'Kuvat',
  open: 'Suurenna kuva {n}',
  close: 'Sulje',
  zoomIn: 'Lähennä',
  zoomOut: 'Loitonna',
  more: 'Näytä lisää',
  all: 'Kaikki',
  filter: 'Suodatin',
  video: 'Video',
  readMore: 'lisää',
  share: 'Jaa',
  download: 'Lataa',
  copied: 'Osoite kopioitiin',
}
