import type { Rgba } from './contrast.ts'

let pixel: CanvasRenderingContext2D | null = null
const cache = new Map<string, Rgba | null>()

export const isColour = (text: string): boolean => CSS.supports('color', text)

/** A colour as the browser paints it, so that every notation is read. */
export function readColour(text: string): Rgba | null {
  const found = cache.get(text)
  if (found !== undefined) return found
  const colour = isColour(text) ? paint(text) : null
  if (cache.size > 500) cache.clear()
  cache.set(text, colour)
  return colour
}

function paint(text: string): Rgba | null {
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext(
    '2d',
    { willReadFrequently: true },
  )
  if (pixel === null) return null
  pixel.clearRect(0, 0, 1, 1)
  pixel.fillStyle = text
  pixel.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data
  return [red, green, blue, alpha / 255]
}

/** `#rrggbb`, for the colour picker of the browser. */
export function hexOf(text: string): string {
  const [red, green, blue] = readColour(text) ?? [0, 0, 0]
  const two = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}`
}
