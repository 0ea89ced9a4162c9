/** Builds GIFs frame by frame, with parameters that encoders do not offer. */

export type GifFrame = {
  left: number
  top: number
  width: number
  height: number
  /** Index into the palette: 0 red, 1 green, 2 blue, 3 transparent. */
  colour: 0 | 1 | 2 | 3
  /** GIF89a, 23: 1 keeps the frame, 2 clears to the background, 3 restores the previous frame. */
  disposal: 1 | 2 | 3
  /** Hundredths of a second. */
  delay: number
}

const palette = [220, 30, 30, 30, 200, 30, 30, 30, 220, 0, 0, 0]

export function gif(size: { width: number; height: number }, frames: readonly GifFrame[]): Buffer {
  const screen = Buffer.from([...uint16(size.width), ...uint16(size.height), 0x81, 0, 0])
  const loop = Buffer.from('21ff0b4e45545343415045322e3003010500', 'hex') // 5 times
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    Buffer.from(palette),
    Buffer.concat([loop, Buffer.from([0])]),
    ...frames.map(frameBlock),
    Buffer.from([0x3b]),
  ])
}

function frameBlock({ left, top, width, height, colour, disposal, delay }: GifFrame): Buffer {
  const control = [0x21, 0xf9, 4, (disposal << 2) | 1, ...uint16(delay), 3, 0]
  const image = [0x2c, ...uint16(left), ...uint16(top), ...uint16(width), ...uint16(height), 0]
  return Buffer.from([...control, ...image, 2, ...subBlocks(lzw(colour, width * height)), 0])
}

const uint16 = (value: number) => [value & 0xff, value >> 8]

/** Codes of three bits: a clear code after every second pixel keeps them that short. */
function lzw(colour: number, pixels: number): number[] {
  const codes: number[] = []
  for (let i = 0; i < pixels; i++) {
    if (i % 2 === 0) codes.push(4)
    codes.push(colour)
  }
  codes.push(5)
  const bytes: number[] = []
  codes.forEach((code, i) => {
    const bit = 3 * i
    const wide = code << (bit % 8)
    const at = bit >> 3
    bytes[at] = (bytes[at] ?? 0) | (wide & 0xff)
    if (wide > 0xff) bytes[at + 1] = (bytes[at + 1] ?? 0) | (wide >> 8)
  })
  return Array.from(bytes, (byte) => byte ?? 0)
}

function subBlocks(bytes: readonly number[]): number[] {
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return blocks
}

export const dot: GifFrame = {
  left: 0,
  top: 0,
  width: 1,
  height: 1,
  colour: 0,
  disposal: 1,
  delay: 1,
}
