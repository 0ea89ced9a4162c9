/**
 * Colours (hex, words, the functions of CSS Color 4), numbers and names of fonts, quotes in pairs.
 * None of it can end a declaration or a stylesheet, or fetch anything. What is no value of the
 * property it is given to makes that one property invalid, no more.
 */
const harmless =
  /^(#\w+|([\p{L}\d ,._-]|"[\p{L}\d ,_-]*"|'[\p{L}\d ,_-]*')+|(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([\w.%+,/\s-]+\))$/iu

/** How far a shadow spreads; CSS makes the rest of it from that. */
const shadows: Readonly<Record<string, string>> = { sm: '4px', md: '16px', lg: '40px' }

/** Black or white, whichever stands out: the page's own colour was not made for this ground. */
const inkOn =
  '--vitrine-ink:oklch(from var(--vitrine-background-color) clamp(0,(.68 - l)*999,1) 0 0);'

/**
 * The values of a theme and a config as declarations for the host: `captionColor` becomes
 * `--vitrine-caption-color`, a number pixels. What is not harmless gives none.
 */
export const declarationsOf = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([key, value]) => declaration(key, value))
    .join('')

function declaration(key: string, value: unknown): string {
  const name = `--vitrine-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const text = typeof value === 'number' ? `${value}px` : value
  if (!/^--vitrine-[a-z-]+$/.test(name) || typeof text !== 'string' || !harmless.test(text))
    return ''
  if (key === 'shadow') return `${name}:${shadows[text]};`
  if (key === 'colorScheme') {
    return `color-scheme:${text === 'auto' ? 'light dark' : text};--vitrine-background-color:Canvas;--vitrine-ink:CanvasText;`
  }
  // A ground that lets the page's through needs no colour of its own on it.
  return `${name}:${text};${key === 'backgroundColor' && text !== 'transparent' ? inkOn : ''}`
}
