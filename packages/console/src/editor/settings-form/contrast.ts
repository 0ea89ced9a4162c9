/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** WCAG 2.2, relative luminance. */
function luminance([red, green, blue]: Rgba): number {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** A colour as it looks on an opaque one. */
export function over(front: Rgba, back: Rgba): Rgba {
  const mix = (index: 0 | 1 | 2) => front[index] * front[3] + back[index] * (1 - front[3])
  return [mix(0), mix(1), mix(2), 1]
}

/** From 1 to 21, by WCAG 2.2. */
export function contrastRatio(front: Rgba, back: Rgba): number {
  const lights = [luminance(over(front, back)), luminance(back)]
  const [dark = 0, light = 0] = lights.sort((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

type Pair = {
  front: string
  /** The first that is set counts. */
  backs: readonly string[]
  /** The minimum of WCAG 2.2 AA: 4.5 for text, 3 for controls. */
  least: number
}

/** Colours of a theme that need contrast with their background. */
export const pairs: readonly Pair[] = [
  { front: 'captionColor', backs: ['captionBackground', 'backgroundColor'], least: 4.5 },
  { front: 'controlColor', backs: ['controlBackground'], least: 3 },
  { front: 'accentColor', backs: ['backgroundColor'], least: 3 },
]

export type Contrast = { ratio: number; least: number; isOnPage: boolean }

const white: Rgba = [255, 255, 255, 1]
const black: Rgba = [18, 18, 18, 1]

/**
 * The contrast of a colour; null if it has no partner, or is not set.
 *
 * @param read the browser's reading of a colour; null for other texts.
 */
export function contrastOf(
  theme: Readonly<Record<string, unknown>>,
  front: string,
  read: (text: string) => Rgba | null,
): Contrast | null {
  const pair = pairs.find((one) => one.front === front)
  const own = colourOf(theme[front], read)
  if (pair === undefined || own === null) return null
  const page = theme.colorScheme === 'dark' ? black : white
  for (const key of pair.backs) {
    const back = colourOf(theme[key], read)
    if (back !== null) {
      return { ratio: contrastRatio(own, over(back, page)), least: pair.least, isOnPage: false }
    }
  }
  if (pair.front === 'controlColor') return null
  return { ratio: contrastRatio(own, page), least: pair.least, isOnPage: true }
}

const colourOf = (value: unknown, read: (text: string) => Rgba | null): Rgba | null =>
  typeof value === 'string' ? read(value) : null
