/**
 * Hex colours, words, numbers and font names with balanced quotes. None of these can end a
 * declaration or a stylesheet, or fetch anything. A value that is invalid for its property makes
 * only that property invalid.
 */
const harmless = /^#?([\w\p{L} ,-.]|("|')[\w\p{L} ,-]*\2)+$/iu

/**
 * Innermost calls of colour functions and pairs of parentheses. `oklab` is matched by its ending
 * `lab`, `color-mix` by `mix`, `light-dark` by `dark`. Comments are excluded, because they would
 * swallow the text after them. Each pass replaces the matches with a word; any parentheses that
 * remain belong to no colour function.
 */
const calls = /(rgba?|hsla?|hwb|lab|lch|color|mix|dark|calc|\B)\(([\w%#\s*-.]|\/(?!\*))+\)/gi

/** Spread of each shadow size; CSS derives the rest. */
const shadows: Readonly<Record<string, string>> = { sm: '4px', md: '16px', lg: '40px' }

/** Black or white, the one that contrasts: the page's text colour was not chosen for this background. */
const inkOn =
  '--vitrine-ink:oklch(from var(--vitrine-background-color) clamp(0,(.68 - l)*999,1) 0 0);'

/**
 * The values of a theme and a config as declarations for the host. `captionColor` becomes
 * `--vitrine-caption-color`; numbers become pixels. Unsafe values are dropped.
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
  // An explicit `none` overrides a shadow set by the surrounding page.
  if (key === 'shadow') return `${name}:${Object.hasOwn(shadows, text) ? shadows[text] : 'none'};`
  if (key === 'colorScheme') {
    return `color-scheme:${text === 'auto' ? 'light dark' : text};--vitrine-background-color:Canvas;--vitrine-ink:CanvasText;`
  }
  // A transparent background gets no text colour of its own.
  return `${name}:${text};${key === 'backgroundColor' && text !== 'transparent' ? inkOn : ''}`
}
