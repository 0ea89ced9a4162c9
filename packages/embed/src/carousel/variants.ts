import extraCss from '../styles/variants.css'

/** Styles of counters, of sliders, of rows of logos, of pictures that are shown whole, and of arrows that are not on the pictures. */
export { extraCss }
