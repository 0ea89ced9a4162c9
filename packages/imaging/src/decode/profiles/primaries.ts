/** Rows give linear sRGB for XYZ adapted to D50 (Lindbloom). */
const xyzToSrgb = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** Less of a primary outside of sRGB is rounding. Display P3's red has −0.04, its green −0.22. */
const tolerance = 0.02

const headerBytes = 128
const entryBytes = 12
const maxTags = 100
const xyzBytes = 20

/**
 * Whether the RGB profile has a primary colour outside of sRGB. False for a profile without primaries, which
 * has tables instead, and for a broken one.
 */
export function hasWiderPrimaries(icc: Buffer): boolean {
  const isRgb =
    icc.toString('latin1', 16, 20) === 'RGB ' && icc.toString('latin1', 36, 40) === 'acsp'
  if (!isRgb || icc.length < headerBytes + 4) return false
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => xyzOf(icc, tag))
  return primaries.some((xyz) => xyz !== null && isOutside(xyz))
}

function isOutside(xyz: readonly number[]): boolean {
  return xyzToSrgb.some((row) => {
    const share = row.reduce((sum, factor, i) => sum + factor * (xyz[i] ?? 0), 0)
    return share < -tolerance
  })
}

/** ICC.1:2022, 7.3 and 10.31. */
function xyzOf(icc: Buffer, wanted: string): number[] | null {
  const count = Math.min(icc.readUInt32BE(headerBytes), maxTags)
  for (let i = 0; i < count; i += 1) {
    const entry = headerBytes + 4 + i * entryBytes
    if (entry + entryBytes > icc.length) return null
    if (icc.toString('latin1', entry, entry + 4) !== wanted) continue
    const at = icc.readUInt32BE(entry + 4)
    if (at + xyzBytes > icc.length) return null
    return [8, 12, 16].map((offset) => icc.readInt32BE(at + offset) / 65_536)
  }
  return null
}
