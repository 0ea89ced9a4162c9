import type { RawPicture } from '../decode/raw-picture.js'
import type { MarkStep } from '../plan/steps.js'

type Place = { left: number; top: number }

/**
 * Draws the mark onto the pixels of a picture, which must be coloured. Encoded values are mixed, as browsers do.
 *
 * @param mark in the size of the step.
 * @param alphaStep alpha becomes a multiple of it where the mark is; a divisor of 255.
 */
export function drawMark(
  picture: RawPicture,
  mark: RawPicture,
  step: MarkStep,
  alphaStep = 1,
): void {
  for (const place of placesOf(picture, step)) drawOnce(picture, mark, place, step, alphaStep)
}

function placesOf({ width, height }: RawPicture, step: MarkStep): Place[] {
  if (!step.isTiled) return [step]
  const gap = Math.ceil(Math.max(step.width, step.height) / 2)
  const along = (all: number, own: number) =>
    Array.from({ length: Math.ceil(all / (own + gap)) }, (_, index) => index * (own + gap))
  return along(height, step.height).flatMap((top) =>
    along(width, step.width).map((left) => ({ left, top })),
  )
}

function drawOnce(
  picture: RawPicture,
  mark: RawPicture,
  { left, top }: Place,
  { opacity }: MarkStep,
  alphaStep: number,
): void {
  const { data, width, height, channels } = picture
  const columns = Math.min(mark.width, width - left)
  const rows = Math.min(mark.height, height - top)
  const isOpaque = mark.channels === 3
  for (let y = 0; y < rows; y += 1) {
    let from = y * mark.width * mark.channels
    let to = ((top + y) * width + left) * channels
    for (let x = 0; x < columns; x += 1) {
      const above = (isOpaque ? 1 : (mark.data[from + 3] ?? 0) / 255) * opacity
      const below = (channels === 4 ? (data[to + 3] ?? 0) / 255 : 1) * (1 - above)
      const sum = above + below
      if (above > 0) {
        const share = above / sum
        for (let i = 0; i < 3; i += 1) {
          const old = data[to + i] ?? 0
          data[to + i] = Math.round(old + ((mark.data[from + i] ?? 0) - old) * share)
        }
        if (channels === 4) data[to + 3] = Math.round((sum * 255) / alphaStep) * alphaStep
      }
      from += mark.channels
      to += channels
    }
  }
}
