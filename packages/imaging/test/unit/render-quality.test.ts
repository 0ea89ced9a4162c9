import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linearReference, type Pixels, ssim } from '@vitrine/testing/linear-reference'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { ingest, render } from '../../src/direct.js'
import { chooseInput, parseRendition, plan } from '../../src/index.js'
import { type TestContext, writePicture } from '../files.js'

type Teardown = { teardown(action: () => unknown): void }

const limits = { maxPixels: 10_000_000 }
const size = { width: 1600, height: 600 }

/** Falls off with frequency like photos, with fine high-contrast texture that reveals gamma errors. */
function photograph(): Pixels {
  const data = new Uint8Array(size.width * size.height * 3)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      let value = 0.45 + 0.2 * Math.sin(x / 190) * Math.cos(y / 130)
      for (let octave = 1; octave < 7; octave++) {
        const f = 2 ** octave / 300
        value += (0.22 / octave) * Math.sin(x * f + 3 * Math.sin(y * f * 0.7) + octave)
      }
      if (x > 700 && y > 250) value += 0.3 * Math.sign(Math.sin((x * x + y * y) / 500))
      const at = (y * size.width + x) * 3
      for (let c = 0; c < 3; c++) {
        data[at + c] = Math.round(255 * Math.min(1, Math.max(0, value * (1 - 0.12 * c))))
      }
    }
  }
  return { data, ...size }
}

const pixelsOf = async (bytes: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

t.test("a mezzanine gives better renditions than sharp's default from the original", async (t) => {
  const picture = photograph()
  const raw = { ...size, channels: 3 } as const
  const originals = [
    ['JPEG', await sharp(picture.data, { raw }).jpeg({ quality: 95 }).toBuffer(), [240, 819]],
    ['PNG', await sharp(picture.data, { raw }).png({ compressionLevel: 1 }).toBuffer(), [640]],
  ] as const
  for (const [name, original, widths] of originals) {
    const directory = await mkdtemp(join(tmpdir(), 'mezzanines-'))
    t.teardown(() => rm(directory, { recursive: true }))
    const { source, mezzanines } = await ingest(writePicture(t, original), { directory, limits })
    const decoded = await pixelsOf(original)
    for (const width of widths) {
      const planned = plan(parseRendition({ w: `${width}`, format: 'png' }, undefined), source)
      const input = planned && chooseInput(planned, mezzanines)
      if (!input) throw new Error('a small rendition comes from a mezzanine')
      const reference = linearReference(decoded, planned.width, planned.height)
      const ours = await pixelsOf(await render(await readFile(input.path), planned, { limits }))
      const defaults = await sharp(original)
        .resize(planned.width, planned.height, { fit: 'fill' })
        .png()
        .toBuffer()
      const [found, usual] = [ssim(ours, reference), ssim(await pixelsOf(defaults), reference)]
      t.ok(found >= usual && found > 0.98, `${name} to ${width}: ${found}, by default ${usual}`)
    }
  }
})

/** Strokes of one to three pixels, as dense as small print. */
function pageOfText(): Pixels {
  const page = { width: 1800, height: 900 }
  const data = new Uint8Array(page.width * page.height * 3).fill(250)
  let state = 7
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  for (let top = 20; top < page.height - 40; top += 34) {
    for (let left = 20; left < page.width - 40; left += 8 + random(8)) {
      const isUpright = random(2) === 0
      const [width, height] = isUpright ? [2 + random(2), 16] : [10, 2 + random(2)]
      const down = isUpright ? 0 : random(16)
      for (let y = top + down; y < top + down + height; y++) {
        data.fill(20, 3 * (y * page.width + left), 3 * (y * page.width + left + width))
      }
    }
  }
  return { data, ...page }
}

/** SSIM of a lossless rendition against an exact Lanczos in linear light. */
async function similarity(t: TestContext & Teardown, picture: Pixels, width: number) {
  const { data, ...raw } = picture
  const original = await sharp(data, { raw: { ...raw, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const directory = await mkdtemp(join(tmpdir(), 'mezzanines-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const { source, mezzanines } = await ingest(writePicture(t, original), { directory, limits })
  const planned = plan(parseRendition({ w: `${width}`, format: 'png' }, undefined), source)
  const input = planned && chooseInput(planned, mezzanines)
  if (!input) throw new Error('a small rendition comes from a mezzanine')
  const exact = linearReference(await pixelsOf(original), planned.width, planned.height)
  return ssim(await pixelsOf(await render(await readFile(input.path), planned, { limits })), exact)
}

t.test('a photo stays at 0.997 and a page of text at 0.99 of an exact resize', async (t) => {
  for (const width of [320, 640]) {
    const [photo, text] = [
      await similarity(t, photograph(), width),
      await similarity(t, pageOfText(), width),
    ]
    t.ok(photo >= 0.997, `photo at ${width}: ${photo}`)
    t.ok(text >= 0.99, `text at ${width}: ${text}`)
  }
})
