/*
 * The renditions that the embed requests: `?w=<width>&format=auto`, without q. The embed lists them in
 * `srcset`, management-api renders them in advance, and delivery never evicts them. All pages share the
 * same few widths, so each rendition serves many layouts and screens.
 */

/**
 * Pixels. Each width is 4/3 or 3/2 of the previous one, so two steps double the width: a slot uses the same
 * widths at pixel ratios 1, 2 and 4. A browser takes the next larger width and gets on average 1.2 times
 * the width that it needs, at most 1.5 (1.65 if a width is left out).
 *
 * 320: a grid cell (200–280 CSS px) at ratio 1. 480, 640: the same at 2, a phone (360–430) at 1. 960, 1280:
 * a phone at 2 and 3, a tablet or a content column at 1. 1920: the widest common desktop screen at 1, a
 * column of 960 at 2. A width of 2560 would cost as much rendering time and storage as the six together
 * (5.3 megapixels of a 4:3 image), for a barely visible gain.
 */
export const embedWidths = [320, 480, 640, 960, 1280, 1920] as const

/**
 * The widths to render for an image. Nothing is enlarged: the list for a narrower image ends with its own
 * width, which replaces a standard width that is less than a tenth smaller.
 *
 * @param sourceWidth of the original as displayed, pixels.
 */
export function embedWidthsOf(sourceWidth: number): number[] {
  const [top] = embedWidths.slice(-1)
  if (top === undefined || sourceWidth > top) return [...embedWidths]
  return [...embedWidths.filter((width) => 11 * width <= 10 * sourceWidth), sourceWidth]
}
