import type { RawPicture } from './raw-picture.js'

/** EXIF orientations (TIFF 6.0, tag 274) whose columns or rows run backwards when displayed. */
const mirrored = { columns: [2, 3, 6, 7], rows: [3, 4, 7, 8] }

/** Whether the rows of the stored picture are the columns of the displayed one. */
export const isTurned = (orientation: number): boolean => orientation >= 5

/** The displayed picture. Cheap for a small picture; libvips would turn the large one that it is made from. */
export function oriented(picture: RawPicture, orientation: number): RawPicture {
  if (orientation === 1) return picture
  const { width, height, channels } = picture
  const turned = isTurned(orientation)
  const size = turned ? { width: height, height: width } : { width, height }
  const data = Buffer.allocUnsafeSlow(picture.data.length)
  const isReversed = (direction: keyof typeof mirrored) => mirrored[direction].includes(orientation)
  // Distances in the stored picture, in pixels: to the next column and to the next row of the upright one.
  const right = turned ? width : 1
  const down = turned ? 1 : width
  const step = { x: isReversed('columns') ? -right : right, y: isReversed('rows') ? -down : down }
  const first =
    (isReversed('columns') ? right * (size.width - 1) : 0) +
    (isReversed('rows') ? down * (size.height - 1) : 0)
  let to = 0
  for (let y = 0; y < size.height; y += 1) {
    let from = (first + y * step.y) * channels
    for (let x = 0; x < size.width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        data[to + channel] = picture.data[from + channel] ?? 0
      }
      to += channels
      from += step.x * channels
    }
  }
  return { data, ...size, channels }
}
