import { each, type Peer, paces } from './peer.js'

/** https://swiperjs.com/get-started, with the modules that a picture carousel needs. */
export const swiper: Peer = {
  name: 'Swiper',
  file: 'swiper',
  library: [
    "export { default as Swiper } from 'swiper'",
    "export { A11y, Autoplay, EffectFade, Keyboard, Navigation, Pagination } from 'swiper/modules'",
  ],
  styles: [
    'swiper/css',
    'swiper/css/a11y',
    'swiper/css/effect-fade',
    'swiper/css/navigation',
    'swiper/css/pagination',
  ],
  hasOptions: true,
  markup: (pictures) => `<div class="swiper">
<div class="swiper-wrapper">
${each(pictures, (content) => `<div class="swiper-slide">${content}</div>`)}
</div>
<div class="swiper-pagination"></div>
<div class="swiper-button-prev"></div>
<div class="swiper-button-next"></div>
</div>`,
}

/** https://swiperjs.com/element: its script includes the styles. */
export const swiperElement: Peer = {
  name: 'Swiper Element',
  file: 'swiper-element',
  library: ["export { register } from 'swiper/element/bundle'"],
  styles: [],
  hasOptions: true,
  markup: (pictures, { pace, setsStopOptions }) => {
    const autoplay = `autoplay-delay="${paces[pace]}"${setsStopOptions ? ' autoplay-pause-on-mouse-enter="true"' : ''}`
    return `<swiper-container loop="true" navigation="true" pagination="true" pagination-clickable="true" keyboard="true" ${autoplay}>
${each(pictures, (content) => `<swiper-slide lazy="true">${content}</swiper-slide>`)}
</swiper-container>`
  },
}
