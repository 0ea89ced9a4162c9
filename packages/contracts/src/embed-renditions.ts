/*
 * The renditions that the embed asks for: `?w=<width>&format=auto`, without q. The embed puts them
 * into `srcset`, management-api makes them ahead, delivery never evicts them. The same few widths
 * everywhere, so that one rendition serves every page, slot and screen that comes close.
 */

/**
 * Pixels. Each is 4/3 or 3/2 of the one before, so that two steps are a doubling: a slot shown at
 * pixel ratio 1, 2 or 4 hits the same rungs, and a browser, which takes the next wider one, gets on
 * average 1.2 times the width that it needs, at most 1.5 (1.65 where a rung is left out).
 *
 * 320: a grid's cell (200–280 CSS px) at ratio 1. 480, 640: the same at 2, a phone (360–430) at 1.
 * 960, 1280: a phone at 2 and 3, a tablet or a content column at 1. 1920: the widest common desktop
 * screen at 1, a column of 960 at 2. One more, 2560, would take as much to make and to store as all
 * six together (5.3 megapixels of a 4:3 picture), for a sharpness that hardly anybody sees.
 */
export const embedWidths = [320, 480, 640, 960, 1280, 1920] as const

/**
 * The widths that make sense for a picture: nothing is enlarged, so one that is narrower than the
 * ladder ends with its own width, in place of a rung that is less than a tenth below it.
 *
 * @param sourceWidth of the original as displayed, pixels.
 */
export function embedWidthsOf(sourceWidth: number): number[] {
  const [top] = embedWidths.slice(-1)
  if (top === undefined || sourceWidth > top) return [...embedWidths]
  return [...embedWidths.filter((width) => 11 * width <= 10 * sourceWidth), sourceWidth]
}
