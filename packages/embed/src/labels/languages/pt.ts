import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Galeria de imagens',
  prev: 'Imagem anterior',
  next: 'Próxima imagem',
  play: 'Iniciar a rotação',
  pause: 'Parar a rotação',
  pick: 'Escolher uma imagem',
  slideOf: '{n} de {count}',
  slides: 'Imagens',
  open: 'Ampliar a imagem {n}',
  close: 'Fechar',
  zoomIn: 'Aumentar o zoom',
  zoomOut: 'Diminuir o zoom',
  more: 'Mostrar mais',
  all: 'Todas',
  filter: 'Filtro',
  video: 'Vídeo',
  readMore: 'mais',
  share: 'Partilhar',
  download: 'Transferir',
  copied: 'O endereço foi copiado',
}
