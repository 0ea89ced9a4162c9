import { each, type Peer } from './peer.js'

/** https://flickity.metafizzy.co: the page has to set the width of the cells. */
export const flickity: Peer = {
  name: 'Flickity',
  file: 'flickity',
  library: ["export { default as Flickity } from 'flickity'"],
  styles: ['flickity/css/flickity.css'],
  css: '.carousel-cell { width: 100% }',
  markup: (pictures) => `<div class="carousel">
${each(pictures, (content) => `<div class="carousel-cell">${content}</div>`)}
</div>`,
}
