import { embla } from './embla.js'
import { flickity } from './flickity.js'
import type { Peer } from './peer.js'
import { photoSwipe } from './photoswipe.js'
import { splide } from './splide.js'
import { swiper, swiperElement } from './swiper.js'

export const carouselPeers: readonly Peer[] = [embla, flickity, splide, swiper, swiperElement]
export const lightboxPeers: readonly Peer[] = [photoSwipe]
