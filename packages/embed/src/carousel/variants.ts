import extraCss from '../styles/variants.css'

/** Counters, lines, rows of logos, pictures that are shown whole, and arrows that are not on the pictures. */
export { variantOf } from './variant.js'
export { extraCss }
