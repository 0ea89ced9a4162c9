import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest, render } from '@vitrine/imaging/direct'
import { heic } from '@vitrine/testing'
import { withJpegProfile, withPngProfile } from '@vitrine/testing/hostile'
import t, { type Test } from '@vitrine/testing/t'
import sharp from 'sharp'
import { hasWiderPrimaries } from '../../src/decode/profiles/primaries.js'
import { chooseInput, parseRendition, plan } from '../../src/index.js'
import { writePicture } from '../files.js'
import { iccProfile, spaces } from '../icc-profile.js'
import { distance, plain, type Rgb } from '../pictures.js'

const limits = { maxPixels: 10_000_000 }
/** With another date, as that of a camera, it is not the one that copies have. */
const { icc: ours = Buffer.alloc(0) } = await sharp(
  await plain(8, 8, [0, 0, 0]).withIccProfile('p3').png().toBuffer(),
).metadata()
const displayP3 = Buffer.from(ours).fill(1, 24, 36)

/** Values in Display P3 of colours that sRGB does not have. */
const vivid: Rgb[] = [
  [255, 0, 0],
  [0, 255, 0],
  [240, 90, 20],
  [30, 200, 90],
  [250, 200, 0],
]

async function ingested(t: Test, original: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'gamut-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const path = writePicture(t, original)
  return { ...(await ingest(path, { directory, limits })), path, directory }
}

async function renditionOf(
  { source, mezzanines, path }: Awaited<ReturnType<typeof ingested>>,
  query: string,
) {
  const request = parseRendition(Object.fromEntries(new URLSearchParams(query)), undefined)
  const planned = plan(request, source)
  if (!planned) throw new Error(`${query} asks for the original`)
  const input = chooseInput(planned, mezzanines)?.path ?? path
  return { ...planned, input, bytes: await render(await readFile(input), planned, { limits }) }
}

/** The pixel in the middle, in the file's own colour space. */
async function valuesOf(bytes: Buffer): Promise<Rgb> {
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = ((info.height >> 1) * info.width + (info.width >> 1)) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

const png = (width: number, height: number, colour: Rgb) =>
  plain(width, height, colour).png({ compressionLevel: 1 }).toBuffer()

t.test('colours beyond sRGB are kept in WebP and AVIF, from copies and originals', async (t) => {
  for (const colour of vivid) {
    // The larger one has a copy.
    for (const [width, height] of [
      [100, 60],
      [1400, 60],
    ] as const) {
      const asset = await ingested(t, withPngProfile(await png(width, height, colour), displayP3))
      t.equal(asset.source.wideGamut, true)
      for (const query of [
        'w=50&format=webp&q=100',
        'w=50&format=avif&q=100',
        'w=100&format=webp&q=100',
      ]) {
        const made = await renditionOf(asset, query)
        const found = await valuesOf(made.bytes)
        const name = `${query} of ${colour} from ${width} px: ${found}`
        t.match(made.key, /\.p3$/)
        t.equal((await sharp(made.bytes).metadata()).icc?.length, 480, 'a small profile')
        t.ok(distance([found], [colour]) <= 5, name)
      }
    }
  }
})

t.test('JPEG and PNG renditions are sRGB, without a profile, under the same key', async (t) => {
  const asset = await ingested(t, withPngProfile(await png(1400, 60, [240, 90, 20]), displayP3))
  const { wideGamut: _, ...narrow } = asset.source
  for (const query of ['w=50&format=jpeg', 'w=50&format=png', 'w=50']) {
    const made = await renditionOf(asset, query)
    const request = parseRendition(Object.fromEntries(new URLSearchParams(query)), undefined)
    t.equal(made.key, plan(request, narrow)?.key)
    t.match(await sharp(made.bytes).metadata(), { hasProfile: false })
    const found = await valuesOf(made.bytes)
    t.ok(distance([found], [[255, 75, 0]]) <= 6, `${query}: ${found}`)
  }
})

t.test('pictures within sRGB do not change, with any profile', async (t) => {
  const narrow = await sharp(await png(1400, 60, [240, 90, 20]))
    .withIccProfile('p3')
    .png()
    .toBuffer()
  const srgb = await sharp(await png(1400, 60, [255, 0, 0]))
    .withIccProfile('srgb')
    .png()
    .toBuffer()
  const bare = await png(1400, 60, [255, 0, 0])
  for (const [name, original] of Object.entries({ narrow, srgb, bare })) {
    const asset = await ingested(t, original)
    t.notOk(asset.source.wideGamut, name)
    const copy = await sharp(await readFile(asset.mezzanines[0]?.path ?? '')).metadata()
    t.equal(copy.hasProfile, false, name)
    t.notMatch((await renditionOf(asset, 'w=50&format=webp')).key, /p3/, name)
  }
})

t.test('copies are tagged, also as JPEG', async (t) => {
  const photo = await plain(1400, 900, [240, 90, 20]).jpeg().toBuffer()
  const { source, mezzanines } = await ingested(t, withJpegProfile(photo, displayP3))
  t.equal(source.wideGamut, true)
  t.match(mezzanines, [{ name: '1024', contentType: 'image/jpeg' }])
  const copy = await sharp(await readFile(mezzanines[0]?.path ?? '')).metadata()
  t.match(copy, { format: 'jpeg', width: 1024, hasProfile: true })
})

t.test('a HEIC of an iPhone keeps its colours', async (t) => {
  const asset = await ingested(t, heic('p3'))
  t.match(asset.source, { contentType: 'image/heic', wideGamut: true })
  const { bytes } = await renditionOf(asset, 'w=64&format=avif&q=100')
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (8 * info.width + 8) * info.channels
  t.ok(distance([[data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]], [[220, 30, 30]]) <= 6)
})

t.test('Adobe RGB is converted to Display P3', async (t) => {
  const adobe = iccProfile(spaces['Adobe RGB'])
  const asset = await ingested(t, withPngProfile(await png(100, 60, [100, 230, 100]), adobe))
  t.equal(asset.source.wideGamut, true)
  const { bytes } = await renditionOf(asset, 'w=50&format=webp&q=100')
  // By the matrices of both spaces.
  const found = await valuesOf(bytes)
  t.ok(distance([found], [[46, 227, 106]]) <= 8, `${found}`)
})

t.test('a broken profile is not wide', async (t) => {
  const lies = [
    displayP3.subarray(0, 150),
    Buffer.concat([displayP3.subarray(0, 128), Buffer.alloc(8, 255)]),
  ]
  for (const profile of lies) {
    const asset = await ingested(t, withPngProfile(await png(100, 60, [255, 0, 0]), profile))
    t.notOk(asset.source.wideGamut)
  }
})

/** Display P3 with that many unknown tags before its own. */
function withTagsBefore(count: number): Buffer {
  const own = displayP3.readUInt32BE(128)
  const head = Buffer.from(displayP3.subarray(0, 132))
  head.writeUInt32BE(count + own, 128)
  const entries = Buffer.from(displayP3.subarray(132, 132 + 12 * own))
  for (let at = 4; at < entries.length; at += 12) {
    entries.writeUInt32BE(entries.readUInt32BE(at) + 12 * count, at)
  }
  return Buffer.concat([
    head,
    Buffer.alloc(12 * count),
    entries,
    displayP3.subarray(132 + 12 * own),
  ])
}

t.test('the tags of a profile are read up to a number', async (t) => {
  t.ok(hasWiderPrimaries(withTagsBefore(80)))
  t.notOk(hasWiderPrimaries(withTagsBefore(100)))
})
