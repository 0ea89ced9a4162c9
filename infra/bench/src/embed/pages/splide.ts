import { Splide } from '@splidejs/splide'
import { intervalMs } from './gallery.js'

new Splide('.splide', { type: 'loop', autoplay: true, interval: intervalMs }).mount()
