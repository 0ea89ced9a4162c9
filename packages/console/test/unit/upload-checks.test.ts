import { avif, gif, heic, jpeg, png, svg, textFile, tiff, webp } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { problemOf } from '../../src/uploads/checks.ts'

// Numbers are written for the browser's language, and Node 20 has none.
if (!('navigator' in globalThis)) Reflect.set(globalThis, 'navigator', { language: 'en' })

const limits = { maxBytes: 1_000_000, maxPixels: 60_000 }
const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
const size = { width: 300, height: 200 }
const wide = { width: 301, height: 200 }

t.test('each type that the service takes may be sent, up to its number of pixels', async (t) => {
  const makers = { jpeg, png, webp, gif, avif, tiff }
  for (const [type, make] of Object.entries(makers)) {
    t.equal(await problemOf(blobOf(await make(size)), limits), null, type)
  }
  for (const make of [jpeg, png, webp, gif, avif]) {
    t.equal(
      await problemOf(blobOf(await make(wide)), limits),
      'The picture has 301 × 200 pixels; at most 0.06 million in all are taken. Scale it down.',
    )
  }
  t.equal(await problemOf(blobOf(heic()), { ...limits, maxPixels: 1e8 }), null, 'HEIC')
})

t.test('another type is refused by its bytes, whatever its name', async (t) => {
  const zip = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0])
  const video = new TextEncoder().encode('\0\0\0\x18ftypisom\0\0\0\0isommp42')
  for (const bytes of [await svg(), await textFile(), zip, video]) {
    t.match(await problemOf(blobOf(bytes), limits), /^This is no picture .* JPEG, PNG/)
  }
})

t.test('a file that is too large is refused with both sizes', async (t) => {
  const large = new Blob([blobOf(await jpeg(size)), new Uint8Array(1_500_000)])
  t.match(
    await problemOf(large, limits),
    /^The file has 1\.5 MB; at most 1 MB are taken\. Save it smaller\.$/,
  )
})

t.test('a picture whose header says nothing is left to the service', async (t) => {
  const bytes = new Uint8Array(await jpeg(size)).subarray(0, 20)
  t.equal(await problemOf(blobOf(bytes), limits), null)
})
