import sharp, { type Sharp } from 'sharp'

export type Rgb = readonly [number, number, number]

export const RED: Rgb = [220, 30, 30]
export const GREEN: Rgb = [30, 200, 30]
export const BLUE: Rgb = [30, 30, 220]
export const YELLOW: Rgb = [220, 220, 30]

/** Colours at the centres of the quadrants: top left, top right, bottom left, bottom right. */
export type Quadrants = readonly [Rgb, Rgb, Rgb, Rgb]
export const upright: Quadrants = [RED, GREEN, BLUE, YELLOW]

type Point = [x: number, y: number]
type Size = { width: number; height: number }

/** Where a stored pixel is displayed, by EXIF orientation (TIFF 6.0, tag 274). */
const displayed: Record<number, (x: number, y: number, size: Size) => Point> = {
  1: (x, y) => [x, y],
  2: (x, y, { width }) => [width - 1 - x, y],
  3: (x, y, { width, height }) => [width - 1 - x, height - 1 - y],
  4: (x, y, { height }) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, { width }) => [width - 1 - y, x],
  7: (x, y, { width, height }) => [width - 1 - y, height - 1 - x],
  8: (x, y, { height }) => [y, height - 1 - x],
}

export const orientations = Object.keys(displayed).map(Number)

/** Four coloured quadrants after the orientation is applied. The size is the displayed one. */
export function quadrants({
  width,
  height,
  orientation = 1,
}: Size & { orientation?: number }): Sharp {
  const isTurned = orientation >= 5
  const stored = isTurned ? { width: height, height: width } : { width, height }
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < stored.height; y++) {
    for (let x = 0; x < stored.width; x++) {
      const [dx, dy] = displayed[orientation]?.(x, y, { width, height }) ?? [x, y]
      const quadrant = (dy < height / 2 ? 0 : 2) + (dx < width / 2 ? 0 : 1)
      pixels.set(upright[quadrant] ?? RED, (y * stored.width + x) * 3)
    }
  }
  const image = sharp(pixels, { raw: { ...stored, channels: 3 } })
  return orientation === 1 ? image : image.withMetadata({ orientation })
}

export const plain = (width: number, height: number, [r, g, b]: Rgb, alpha?: number): Sharp =>
  sharp({
    create:
      alpha === undefined
        ? { width, height, channels: 3, background: { r, g, b } }
        : { width, height, channels: 4, background: { r, g, b, alpha } },
  })

/** Random pixels, so that the compressed data is long enough to be cut anywhere. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** One frame per colour. */
export async function animation(width: number, height: number, colours: readonly Rgb[]) {
  const frames = colours.map((colour) => plain(width, height, colour).png().toBuffer())
  return sharp(await Promise.all(frames), { join: { animated: true } })
}

/** The colour of one pixel of an encoded image, without alpha. */
export async function colourAt(bytes: Buffer, x: number, y: number): Promise<Rgb> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

export async function quadrantColours(bytes: Buffer): Promise<Quadrants> {
  const { width, height } = await sharp(bytes).metadata()
  const at = (x: number, y: number) =>
    colourAt(bytes, Math.floor(width * x), Math.floor(height * y))
  return Promise.all([at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)])
}

/** The maximum difference in any channel of any pair. */
export const distance = (a: readonly Rgb[], b: readonly Rgb[]): number =>
  Math.max(...a.flat().map((value, i) => Math.abs(value - (b.flat()[i] ?? 0))))
