import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Galeria zdjęć',
  prev: 'Poprzednie zdjęcie',
  next: 'Następne zdjęcie',
  play: 'Uruchom pokaz',
  pause: 'Zatrzymaj pokaz',
  pick: 'Wybierz zdjęcie',
  slideOf: '{n} z {count}',
  slides: 'Zdjęcia',
  open: 'Powiększ zdjęcie {n}',
  close: 'Zamknij',
  zoomIn: 'Powiększ',
  zoomOut: 'Pomniejsz',
  more: 'Pokaż więcej',
  all: 'Wszystkie',
  filter: 'Filtr',
  video: 'Wideo',
  readMore: 'więcej',
  share: 'Udostępnij',
  download: 'Pobierz',
  copied: 'Adres został skopiowany',
}
