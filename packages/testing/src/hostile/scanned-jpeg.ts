/**
 * A grey square with one scan for the averages of its blocks and any number of scans for the rest.
 * Each of them takes a few bytes, and makes the decoder process all blocks again.
 */
export function scannedJpeg(side: number, scans: number): Buffer {
  const size = [side >> 8, side & 0xff]
  const frame = [0xff, 0xc2, 0, 11, 8, ...size, ...size, 1, 1, 0x11, 0]
  const table = [0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)]
  // Both tables have one symbol, of one bit: DC difference 0, and AC `EOB14`, a run of 2^14 and up.
  const lengths = [1, ...Array(15).fill(0)]
  const dc = [0xff, 0xc4, 0, 20, 0x00, ...lengths, 0]
  const ac = [0xff, 0xc4, 0, 20, 0x10, ...lengths, 0xe0]
  const blocks = Math.ceil(side / 8) ** 2
  const dcScan = [0xff, 0xda, 0, 8, 1, 1, 0x00, 0, 0, 0x00, ...Array(Math.ceil(blocks / 8)).fill(0)]
  // A zero bit for the symbol and fourteen bits for the length, until the runs cover all blocks.
  const acBytes = Math.ceil((Math.ceil(blocks / 16_384) * 15) / 8)
  const acScan = [0xff, 0xda, 0, 8, 1, 1, 0x00, 1, 63, 0x00, ...Array(acBytes).fill(0)]
  return Buffer.from([
    0xff,
    0xd8,
    ...table,
    ...frame,
    ...dc,
    ...ac,
    ...dcScan,
    ...Array.from({ length: scans }, () => acScan).flat(),
    0xff,
    0xd9,
  ])
}
