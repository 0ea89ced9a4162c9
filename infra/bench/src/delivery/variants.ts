/** A rendition of a picture; all have about the same size and cost. */
export type Variant = { width: number; height: number }

const widths = { least: 600, count: 80 }

/**
 * Creates variants around 640 × 480 px without repetition, because a repeated one would be served
 * from the cache. Each picture has its own sequence, which continues with the next call.
 */
export function createVariants() {
  const taken = new Map<string, number>()
  return (picture: string): Variant => {
    const index = taken.get(picture) ?? 0
    taken.set(picture, index + 1)
    // By the golden ratio, so that any few consecutive widths have the same average.
    const width = widths.least + ((index * 49) % widths.count)
    // Never the picture's own aspect ratio, because such widths may have been pre-rendered.
    return { width, height: Math.round(width * 0.75) - 1 - Math.floor(index / widths.count) }
  }
}
