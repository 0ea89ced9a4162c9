import { flatPng } from '@vitrine/testing/hostile'
import sharp, { type Sharp } from 'sharp'

const flat = (width: number, height: number, alpha?: number): Sharp =>
  sharp({
    limitInputPixels: false,
    create: {
      ...{ width, height },
      channels: alpha === undefined ? 3 : 4,
      background: { r: 200, g: 100, b: 50, ...(alpha !== undefined && { alpha }) },
    },
  })

const noise = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })

async function animated(side: number, frames: number): Promise<Sharp> {
  const frame = (i: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: i, g: 0, b: 0 } } })
  const pictures = Array.from({ length: frames }, (_, i) => frame(i).png().toBuffer())
  return sharp(await Promise.all(pictures), { join: { animated: true }, limitInputPixels: false })
}

const side = 9999
const png = (bitDepth: 8 | 16, channels: 1 | 3 | 4, isInterlaced: boolean) => async () =>
  flatPng({ width: side, height: side, bitDepth, channels, isInterlaced })

export type LargePicture = { name: string; make: () => Promise<Buffer>; isAccepted: boolean }

/** Pictures at the pixel or memory limit, in every format and encoding. */
export const largePictures: LargePicture[] = [
  { name: 'PNG, 8 bits', make: png(8, 3, false), isAccepted: true },
  { name: 'PNG, 16 bits, alpha', make: png(16, 4, false), isAccepted: true },
  { name: 'interlaced PNG, 8 bits, grey', make: png(8, 1, true), isAccepted: true },
  { name: 'interlaced PNG, 8 bits, alpha', make: png(8, 4, true), isAccepted: false },
  { name: 'interlaced PNG, 16 bits, alpha', make: png(16, 4, true), isAccepted: false },
  { name: 'baseline JPEG', make: () => flat(side, side).jpeg().toBuffer(), isAccepted: true },
  {
    name: 'progressive JPEG',
    make: () => flat(side, side).jpeg({ progressive: true }).toBuffer(),
    isAccepted: false,
  },
  {
    name: 'progressive JPEG of 24 megapixels',
    make: () => flat(6000, 4000).jpeg({ progressive: true }).toBuffer(),
    isAccepted: true,
  },
  { name: 'GIF', make: () => flat(6000, 4000).gif({ effort: 1 }).toBuffer(), isAccepted: true },
  {
    name: 'animated GIF',
    make: async () => (await animated(1000, 60)).gif({ effort: 1 }).toBuffer(),
    isAccepted: true,
  },
  {
    name: 'WebP',
    make: () => flat(6000, 4000, 0.5).webp({ effort: 0 }).toBuffer(),
    isAccepted: true,
  },
  {
    name: 'animated WebP',
    make: async () => (await animated(1000, 60)).webp({ effort: 0 }).toBuffer(),
    isAccepted: true,
  },
  {
    name: 'animated WebP whose renditions hold all of its frames',
    make: async () => (await animated(2040, 24)).webp({ effort: 0 }).toBuffer(),
    isAccepted: true,
  },
  {
    name: 'AVIF with alpha',
    make: () => flat(3800, 3800, 0.5).avif({ effort: 0 }).toBuffer(),
    isAccepted: true,
  },
  {
    name: 'AVIF, 12 bits, alpha',
    make: () =>
      flat(6000, 4000, 0.5).toColourspace('rgb16').avif({ effort: 0, bitdepth: 12 }).toBuffer(),
    isAccepted: false,
  },
]

/** 8 bits, of noise, which takes most memory. */
export const avifOf20Megapixels = () =>
  noise(4470).avif({ effort: 0, quality: 30, chromaSubsampling: '4:2:0' }).toBuffer()
