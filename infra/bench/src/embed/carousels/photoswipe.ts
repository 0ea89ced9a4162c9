import { each, type Peer } from './peer.js'

/** https://photoswipe.com/getting-started: a lightbox whose core is loaded when it is opened. */
export const photoSwipe: Peer = {
  name: 'PhotoSwipe',
  file: 'photoswipe',
  library: [
    "export { default as PhotoSwipeLightbox } from 'photoswipe/lightbox'",
    "export const core = () => import('photoswipe')",
  ],
  styles: ['photoswipe/style.css'],
  markup: (pictures) =>
    each(
      pictures,
      (content, { url, width, height }) =>
        `<a href="${url}" data-pswp-width="${width}" data-pswp-height="${height}">${content}</a>`,
    ),
}
