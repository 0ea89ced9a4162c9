import PhotoSwipeLightbox from 'photoswipe/lightbox'

new PhotoSwipeLightbox({
  gallery: '#peer',
  children: 'a',
  pswpModule: () => import('photoswipe'),
}).init()
