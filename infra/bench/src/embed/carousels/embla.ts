import { each, type Peer } from './peer.js'

/** https://www.embla-carousel.com/get-started/module and /plugins/autoplay; it has no controls. */
export const embla: Peer = {
  name: 'Embla',
  file: 'embla',
  library: [
    "export { default as EmblaCarousel } from 'embla-carousel'",
    "export { default as Autoplay } from 'embla-carousel-autoplay'",
    "export { default as Fade } from 'embla-carousel-fade'",
  ],
  styles: [],
  css: `.embla__viewport { overflow: hidden }
.embla__container { display: flex; touch-action: pan-y pinch-zoom }
.embla__slide { flex: 0 0 100%; min-width: 0 }`,
  hasOptions: true,
  markup: (pictures) => `<div class="embla">
<div class="embla__viewport"><div class="embla__container">
${each(pictures, (content) => `<div class="embla__slide">${content}</div>`)}
</div></div>
<button class="embla__prev">Scroll to prev</button>
<button class="embla__next">Scroll to next</button>
</div>`,
}
