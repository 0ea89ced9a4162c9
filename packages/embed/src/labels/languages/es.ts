import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Galería de imágenes',
  prev: 'Imagen anterior',
  next: 'Imagen siguiente',
  play: 'Iniciar la rotación',
  pause: 'Detener la rotación',
  pick: 'Elegir una imagen',
  slideOf: '{n} de {count}',
  slides: 'Imágenes',
  open: 'Ampliar la imagen {n}',
  close: 'Cerrar',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  more: 'Mostrar más',
  all: 'Todas',
  filter: 'Filtro',
  video: 'Vídeo',
  readMore: 'más',
  share: 'Compartir',
  download: 'Descargar',
  copied: 'Se ha copiado la dirección',
}
