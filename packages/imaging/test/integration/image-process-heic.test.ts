import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { heic } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startImages } from '../start-images.js'

const roomy = { maxPixels: 100_000_000 }

t.test('its CPU time is limited while WebAssembly runs', async (t) => {
  const directory = t.testdir({ picture: heic('large') })
  const images = startImages(t, {
    limits: { ...roomy, cpuSeconds: { base: 0.2, perMegapixel: 0 } },
  })
  await t.rejects(images.ingest(join(directory, 'picture'), directory), {
    code: 'IMAGE_TOO_COSTLY',
    message: /0.2 seconds of CPU time/,
  })
  t.match(images.deaths, [/ended/], 'its process is ended, once')
  const small = join(directory, 'small')
  await writeFile(small, heic('plain'))
  const patient = startImages(t, { limits: roomy })
  t.match(await patient.ingest(small, directory), { source: { width: 128 } })
})
