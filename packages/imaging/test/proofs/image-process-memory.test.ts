// Needs a process of its own: it measures the memory of the children of the process.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { heic, imageChildren } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { confined, mebibyte } from '../confined-images.js'
import { plain, RED } from '../pictures.js'

const files = {
  'an aborting decoder (GIF)': plain(5000, 5000, RED).gif({ effort: 1 }),
  'libvips itself (an interlaced PNG)': plain(5000, 5000, RED).png({ progressive: true }),
  'libheif (AVIF)': plain(3000, 3000, RED).avif({ effort: 0 }),
  'libjpeg (progressive)': plain(6000, 6000, RED).jpeg({ progressive: true }),
  'libheif in WebAssembly (HEIC)': { toBuffer: () => Promise.resolve(heic('large')) },
}

for (const [refuses, picture] of Object.entries(files)) {
  t.test(`an image that is refused memory is rejected at once: ${refuses}`, async (t) => {
    // Made first: an image process that idles until then ends, and the next one is not confined.
    const bomb = await picture.toBuffer()
    const { directory, images, small, pid } = await confined(t, 40 * mebibyte)
    const path = join(directory, 'bomb')
    await writeFile(path, bomb)
    await t.rejects(images.ingest(path, directory), {
      code: 'IMAGE_TOO_LARGE',
      message: /takes more memory/,
    })
    t.ok(images.deaths.length <= 1, 'it is not retried')
    await t.resolves(small(), 'the next picture is processed')
    t.notMatch(await imageChildren(), [pid], 'by a new process')
  })
}
