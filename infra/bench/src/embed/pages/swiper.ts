import Swiper from 'swiper'
import { A11y, Autoplay, Keyboard, Navigation, Pagination } from 'swiper/modules'
import { intervalMs, setsStopOptions } from './gallery.js'

new Swiper('.swiper', {
  modules: [A11y, Autoplay, Keyboard, Navigation, Pagination],
  loop: true,
  keyboard: true,
  autoplay: { delay: intervalMs, ...(setsStopOptions && { pauseOnMouseEnter: true }) },
  navigation: { prevEl: '.swiper-button-prev', nextEl: '.swiper-button-next' },
  pagination: { el: '.swiper-pagination', clickable: true },
})
