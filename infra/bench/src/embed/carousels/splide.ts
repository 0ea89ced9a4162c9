import { each, type Peer } from './peer.js'

/** https://splidejs.com/guides/structure and /guides/autoplay. */
export const splide: Peer = {
  name: 'Splide',
  file: 'splide',
  library: ["export { Splide } from '@splidejs/splide'"],
  styles: ['@splidejs/splide/css'],
  markup: (pictures) => `<section class="splide" aria-label="Pictures">
<div class="splide__track"><ul class="splide__list">
${each(pictures, (content) => `<li class="splide__slide">${content}</li>`)}
</ul></div>
</section>`,
}
