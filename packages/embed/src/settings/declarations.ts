/**
 * Hex colours, words, numbers and names of fonts, quotes in pairs. None of it can end a declaration
 * or a stylesheet, or fetch anything. A value that its property does not have makes that one property
 * invalid, and no other.
 */
const harmless = /^#?([\w\p{L} ,-.]|("|')[\w\p{L} ,-]*\2)+$/iu

/**
 * The innermost calls of functions of colours, and pairs of parentheses: `oklab` ends in `lab`,
 * `color-mix` in `mix`, `light-dark` in `dark`. A comment would swallow what comes behind it. Each
 * pass puts a word in their place; parentheses that are left belong to no colour.
 */
const calls = /(rgba?|hsla?|hwb|lab|lch|color|mix|dark|calc|\B)\(([\w%#\s*-.]|\/(?!\*))+\)/gi

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
  const name = `--vitrine-${key.replace(/[A-Z]/g, '-$&').toLowerCase()}`
  const text = typeof value === 'number' ? `${value}px` : value
  if (
    !/^[a-z-]+$/i.test(key) ||
    typeof text !== 'string' ||
    !harmless.test(
      text.replace(calls, 'a').replace(calls, 'a').replace(calls, 'a').replace(calls, 'a'),
    )
  )
    return ''
  // No length: no shadow, also where the page around has set one.
  if (key === 'shadow') return `${name}:${Object.hasOwn(shadows, text) ? shadows[text] : 'none'};`
  if (key === 'colorScheme') {
    return `color-scheme:${text === 'auto' ? 'light dark' : text};--vitrine-background-color:Canvas;--vitrine-ink:CanvasText;`
  }
  // A ground that lets the page's through needs no colour of its own on it.
  return `${name}:${text};${key === 'backgroundColor' && text !== 'transparent' ? inkOn : ''}`
}
