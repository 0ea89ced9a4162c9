import Flickity from 'flickity'
import { intervalMs } from './gallery.js'

new Flickity('.carousel', { wrapAround: true, autoPlay: intervalMs })
