import { pngChunk, pngSignature } from './containers.js'
import { deflatedZeros } from './zeros.js'

type FlatPng = {
  width: number
  height: number
  bitDepth: 8 | 16
  channels: 1 | 3 | 4
  isInterlaced: boolean
}

const colourTypes = { 1: 0, 3: 2, 4: 6 }

/** First column and row of each pass, and its steps (PNG, 8.2: Adam7). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A valid PNG of zeros, of any size. Its file has a thousandth of the bytes, and is streamed. */
export function flatPng({ width, height, bitDepth, channels, isInterlaced }: FlatPng): Buffer {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(width)
  ihdr.writeUInt32BE(height, 4)
  ihdr.set([bitDepth, colourTypes[channels], 0, 0, isInterlaced ? 1 : 0], 8)
  const rows = (columns: number, count: number): number =>
    columns === 0 ? 0 : count * (1 + (columns * channels * bitDepth) / 8)
  const bytes = isInterlaced
    ? passes.reduce((sum, [x, y, dx, dy]) => {
        return sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy))
      }, 0)
    : rows(width, height)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', ihdr),
    pngChunk('IDAT', deflatedZeros(bytes)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
