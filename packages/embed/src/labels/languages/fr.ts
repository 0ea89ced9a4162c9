import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Galerie d’images',
  prev: 'Image précédente',
  next: 'Image suivante',
  play: 'Lancer le défilement',
  pause: 'Arrêter le défilement',
  pick: 'Choisir une image',
  slideOf: '{n} sur {count}',
  slides: 'Images',
  open: 'Agrandir l’image {n}',
  close: 'Fermer',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  more: 'Afficher plus',
  all: 'Toutes',
  filter: 'Filtre',
  video: 'Vidéo',
  readMore: 'plus',
  share: 'Partager',
  download: 'Télécharger',
  copied: 'L’adresse a été copiée',
}
