import { riff, riffChunk } from './containers.js'

/** A valid lossless square of one colour in 40 bytes: its pixels take no bits (RFC 9649, 3.7). */
export function plainWebp(side: number): Buffer {
  const bits = new BitWriter()
  bits.write(0x2f, 8)
  bits.write(side - 1, 14)
  bits.write(side - 1, 14)
  bits.write(0, 4) // no alpha, version 0
  bits.write(0, 3) // no transform, no colour cache, no meta prefix codes
  // Five simple prefix codes (green, red, blue, alpha, distance) of one symbol each.
  for (let code = 0; code < 5; code++) {
    bits.write(1, 1) // simple
    bits.write(0, 1) // one symbol
    bits.write(0, 1) // of one bit
    bits.write(0, 1)
  }
  return riff(riffChunk('VP8L', bits.bytes()))
}

/** Least significant bit first. */
class BitWriter {
  readonly #bits: number[] = []

  write(value: number, count: number): void {
    for (let i = 0; i < count; i++) this.#bits.push((value >> i) & 1)
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8) + 4)
    this.#bits.forEach((bit, i) => {
      bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i % 8))
    })
    return bytes
  }
}
