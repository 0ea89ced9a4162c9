import { linearReference, type Pixels, ssim } from '@vitrine/testing/linear-reference'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { jpegQuality } from '../../src/encode/encoders.js'
import { rendition } from '../rendition.js'

t.test('a higher quality is never encoded with a lower one', async (t) => {
  const encoded = Array.from({ length: 100 }, (_, i) => jpegQuality(i + 1))
  t.strictSame(
    encoded,
    encoded.toSorted((a, b) => a - b),
  )
  t.equal(encoded[0], 1)
  t.equal(encoded.at(-1), 100)
})

const raw = { width: 960, height: 640, channels: 3 } as const

/** Waves of all lengths, shorter ones fainter, as in a photo. */
function waves(): Pixels {
  const data = new Uint8Array(3 * raw.width * raw.height)
  for (let at = 0; at < data.length; at += 3) {
    const x = (at / 3) % raw.width
    const y = Math.floor(at / 3 / raw.width)
    let value = 128
    for (let octave = 1; octave < 9; octave++) {
      const turn = 2.4 * octave
      const along = x * Math.cos(turn) + y * Math.sin(turn)
      value +=
        (70 / octave) * Math.sin((along * 2 ** octave) / 180 + 2 * Math.sin(y / (40 * octave)))
    }
    data.set(
      [value, 0.9 * value, 0.7 * value].map((v) => Math.min(255, Math.max(0, v))),
      at,
    )
  }
  return { data, ...raw }
}

t.test("a JPEG has the similarity of libjpeg's at the same quality, and fewer bytes", async (t) => {
  const picture = waves()
  const original = await sharp(picture.data, { raw }).png().toBuffer()
  const exact = linearReference(picture, 480, 320)
  const pixelsOf = async (bytes: Buffer) => ({
    ...exact,
    data: await sharp(bytes).raw().toBuffer(),
  })
  const resized = sharp(exact.data, { raw: { width: 480, height: 320, channels: 3 } })
  for (const quality of [70, 77, 90]) {
    const { bytes } = await rendition(t, original, `w=480&format=jpeg&q=${quality}`)
    const usual = await resized.clone().jpeg({ quality }).toBuffer()
    const [ours, theirs] = [ssim(await pixelsOf(bytes), exact), ssim(await pixelsOf(usual), exact)]
    t.ok(Math.abs(ours - theirs) < 0.004, `${quality}: ${ours}, libjpeg ${theirs}`)
    t.ok(bytes.length < usual.length, `${quality}: ${bytes.length} bytes, libjpeg ${usual.length}`)
  }
})

t.test('optimized scans save bytes, and change no pixel', async (t) => {
  const original = await sharp(waves().data, { raw }).png().toBuffer()
  const { bytes: resized } = await rendition(t, original, 'w=480&format=png')
  const { bytes } = await rendition(t, original, 'w=480&format=jpeg&q=77')
  const plain = await sharp(resized)
    .jpeg({ quality: jpegQuality(77), quantisationTable: 8, progressive: true })
    .toBuffer()
  t.ok(bytes.length < plain.length, `${bytes.length} bytes, ${plain.length} without`)
  const pixels = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer()
  t.ok((await pixels(bytes)).equals(await pixels(plain)))
})
