import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Galerie obrázků',
  prev: 'Předchozí obrázek',
  next: 'Další obrázek',
  play: 'Spustit střídání',
  pause: 'Zastavit střídání',
  pick: 'Vybrat obrázek',
  slideOf: '{n} z {count}',
  slides: 'Obrázky',
  open: 'Zvětšit obrázek {n}',
  close: 'Zavřít',
  zoomIn: 'Přiblížit',
  zoomOut: 'Oddálit',
  more: 'Zobrazit další',
  all: 'Vše',
  filter: 'Filtr',
  video: 'Video',
  readMore: 'více',
  share: 'Sdílet',
  download: 'Stáhnout',
  copied: 'Adresa byla zkopírována',
}
