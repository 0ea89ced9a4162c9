/** One of the renditions of a picture, all of about the same size and cost. */
export type Variant = { width: number; height: number }

const widths = { least: 600, count: 80 }

/**
 * Variants around 640 × 480 px of which none comes twice: what was made before is kept, and would
 * be served instead of made. Those of one picture go on where the last call ended.
 */
export function createVariants() {
  const taken = new Map<string, number>()
  return (picture: string): Variant => {
    const index = taken.get(picture) ?? 0
    taken.set(picture, index + 1)
    // By the golden ratio, so that any few that follow each other are as wide on average.
    const width = widths.least + ((index * 49) % widths.count)
    // Never of the picture's own ratio: such widths may have been made ahead.
    return { width, height: Math.round(width * 0.75) - 1 - Math.floor(index / widths.count) }
  }
}
