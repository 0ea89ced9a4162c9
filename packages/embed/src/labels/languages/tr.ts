import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Resim galerisi',
  prev: 'Önceki resim',
  next: 'Sonraki resim',
  play: 'Otomatik geçişi başlat',
  pause: 'Otomatik geçişi durdur',
  pick: 'Resim seç',
  slideOf: '{n} / {count}',
  slides: 'Resimler',
  open: '{n}. resmi büyüt',
  close: 'Kapat',
  zoomIn: 'Yakınlaştır',
  zoomOut: 'Uzaklaştır',
  more: 'Daha fazla göster',
  all: 'Tümü',
  filter: 'Filtre',
  video: 'Video',
  readMore: 'devamı',
  share: 'Paylaş',
  download: 'İndir',
  copied: 'Adres kopyalandı',
}
