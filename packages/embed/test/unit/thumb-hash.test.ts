import { createRandom } from '@vitrine/testing/random'
import t from '@vitrine/testing/t'
import { thumbHashToRGBA } from 'thumbhash'
import { cellsOf } from '../../src/placeholders/thumb-hash.js'

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64')

/** How much of the third with this number a pixel covers, of so many. */
const share = (pixel: number, count: number, third: number) =>
  Math.max(0, Math.min(pixel + 1, ((third + 1) * count) / 3) - Math.max(pixel, (third * count) / 3))

/** The mean colours of the nine cells of the decoded picture. */
function meansOf(bytes: readonly number[]): number[][] {
  const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(bytes))
  const pixels = Array.from({ length: w * h }, (_, at) => at)
  return Array.from({ length: 9 }, (_, cell) => {
    const weights = pixels.map(
      (at) => share(at % w, w, cell % 3) * share(Math.floor(at / w), h, Math.floor(cell / 3)),
    )
    return [0, 1, 2].map((channel) =>
      pixels.reduce((sum, at) => {
        const value = rgba[4 * at + channel] ?? 0
        return sum + (value * (weights[at] ?? 0) * 9) / (w * h)
      }, 0),
    )
  })
}

t.test('the cells of a ThumbHash have the mean colours of its picture', async (t) => {
  const { pick } = createRandom(7)
  for (const shape of [0x87, 0x85, 0x83, 0x07, 0x05, 0x03]) {
    // Moderate colours and waves: what is out of range is cut in each point, and here in the mean.
    const waves = Array.from({ length: 24 }, () => (pick([6, 7, 8, 9]) << 4) | pick([6, 7, 8, 9]))
    const header = pick([28, 32]) | (pick([31, 34]) << 6) | (pick([30, 33]) << 12) | (4 << 18)
    const sizes = (shape & 7) | (8 << 3) | (8 << 9) | (shape > 0x80 ? 0x8000 : 0)
    const bytes = [header, header >> 8, header >> 16, sizes, sizes >> 8].map((one) => one & 255)
    const cells = cellsOf(base64([...bytes, ...waves])).map((colour) =>
      colour.match(/\d+/g)?.map(Number),
    )
    t.equal(cells.length, 9)
    const means = meansOf([...bytes, ...waves])
    const off = cells.flatMap((cell, index) =>
      [0, 1, 2].map((channel) =>
        Math.abs((cell?.[channel] ?? 999) - (means[index]?.[channel] ?? 0)),
      ),
    )
    t.ok(Math.max(...off) < 3, `off by ${Math.max(...off)}`)
  }
})

t.test('a ThumbHash that is too short or has transparency has no colours', async (t) => {
  t.strictSame(cellsOf(''), [])
  t.strictSame(cellsOf(base64([1, 2, 3, 4, 5])), [])
  t.strictSame(cellsOf(base64([1, 2, 0x80, 4, 5, 6, 7])), [])
})
