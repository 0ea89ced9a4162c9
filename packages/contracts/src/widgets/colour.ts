import names from 'color-name'

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
/** Numbers, units, separators and keywords only: nothing that could end a declaration. */
const functional = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[a-z0-9.%+,/\s-]+\)$/i
const keywords = new Set(['transparent', 'currentcolor', ...Object.keys(names)])

/** Whether a text is a CSS colour (CSS Color 4): hex, a named one, or one of the functions. */
export function isColour(text: string): boolean {
  return hex.test(text) || keywords.has(text.toLowerCase()) || functional.test(text)
}
