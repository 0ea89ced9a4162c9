/** Minimal ICC v2 matrix profiles, and the exact conversion that they define. */

type Matrix = readonly [Row, Row, Row]
type Row = readonly [number, number, number]

export type RgbSpace = {
  /** RGB (linear) to XYZ, adapted to D50 by Bradford. */
  toXyz: Matrix
  /** encoded = linear ^ (1 / gamma) */
  gamma: number
}

/** Lindbloom, RGB/XYZ matrices; gammas by Adobe RGB (1998), 4.3.4.2, and BT.1886. */
export const spaces = {
  'Adobe RGB': {
    toXyz: [
      [0.6097559, 0.2052401, 0.149224],
      [0.3111242, 0.625656, 0.0632197],
      [0.0194811, 0.0608902, 0.7448387],
    ],
    gamma: 563 / 256,
  },
  'Rec. 2020': {
    toXyz: [
      [0.6734241, 0.1656411, 0.1251286],
      [0.2790177, 0.6753402, 0.0456377],
      [-0.00193, 0.0299784, 0.797333],
    ],
    gamma: 2.4,
  },
  'Display P3': {
    toXyz: [
      [0.5151187, 0.2919778, 0.1571035],
      [0.2411892, 0.6922441, 0.0665668],
      [-0.0010505, 0.0418791, 0.7840713],
    ],
    gamma: 2.2,
  },
} as const satisfies Record<string, RgbSpace>

const xyzToSrgb: Matrix = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
]

/** The colour in sRGB of values in this space; all values are 0 to 1. */
export function toSrgb(colour: Row, { toXyz, gamma }: RgbSpace): Row {
  const linear = colour.map((value) => value ** gamma) as unknown as Row
  return times(xyzToSrgb, times(toXyz, linear)).map(encodeSrgb) as unknown as Row
}

const times = (matrix: Matrix, v: Row): Row =>
  matrix.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Row

/** IEC 61966-2-1. */
const encodeSrgb = (value: number) => {
  const inGamut = Math.min(1, Math.max(0, value))
  return inGamut <= 0.0031308 ? inGamut * 12.92 : 1.055 * inGamut ** (1 / 2.4) - 0.055
}

export function iccProfile({ toXyz, gamma }: RgbSpace): Buffer {
  const column = (i: 0 | 1 | 2) => xyz(toXyz[0][i], toXyz[1][i], toXyz[2][i])
  const curve = Buffer.alloc(16)
  curve.write('curv')
  curve.writeUInt32BE(1, 8)
  curve.writeUInt16BE(Math.round(gamma * 256), 12)
  const description = Buffer.alloc(96)
  description.write('desc')
  description.writeUInt32BE(5, 8)
  description.write('test', 12)
  const text = Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')
  const tags: [string, Buffer][] = [
    ['desc', description],
    ['cprt', text],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  return assemble(tags)
}

function xyz(...values: number[]): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ')
  values.forEach((value, i) => {
    tag.writeInt32BE(Math.round(value * 65_536), 8 + 4 * i)
  })
  return tag
}

function assemble(tags: readonly [string, Buffer][]): Buffer {
  const header = Buffer.alloc(132 + 12 * tags.length)
  header.writeUInt32BE(0x02200000, 8)
  header.write('mntrRGB XYZ ', 12)
  header.write('acsp', 36)
  xyz(0.9642, 1, 0.8249).copy(header, 68, 8)
  header.writeUInt32BE(tags.length, 128)
  let end = header.length
  tags.forEach(([name, data], i) => {
    header.write(name, 132 + 12 * i)
    header.writeUInt32BE(end, 136 + 12 * i)
    header.writeUInt32BE(data.length, 140 + 12 * i)
    end += data.length
  })
  header.writeUInt32BE(end)
  return Buffer.concat([header, ...tags.map(([, data]) => data)])
}
