import { constants, deflateRawSync } from 'node:zlib'

const stepBytes = 4_000_000

/** A zlib stream (RFC 1950) of zero bytes, a thousandth as long. It is streamed. */
export function deflatedZeros(count: number): Buffer {
  const step = deflated(stepBytes)
  // Adler-32 of zeros: the first sum stays 1, the second one counts the bytes.
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array(Math.floor(count / stepBytes)).fill(step),
    deflated(count % stepBytes),
    Buffer.from([0x03, 0x00]), // the last block, of nothing
    checksum,
  ])
}

const deflated = (count: number): Buffer =>
  deflateRawSync(Buffer.alloc(count), { finishFlush: constants.Z_FULL_FLUSH })
