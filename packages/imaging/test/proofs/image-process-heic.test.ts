import { join } from 'node:path'
import { heic } from '@vitrine/testing'
import { tiledHeic } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { startImages } from '../start-images.js'

const roomy = { maxPixels: 100_000_000 }

t.test('a HEIC is decoded within the limits of an image process', async (t) => {
  const directory = t.testdir({ picture: heic('large') })
  const images = startImages(t, { limits: { ...roomy, maxMemoryBytes: 402_653_184 } })
  const { source, mezzanines } = await images.ingest(join(directory, 'picture'), directory)
  t.match(source, { contentType: 'image/heic', width: 4000, height: 3000 })
  t.match(mezzanines, [{ name: 'full' }, { name: '2048' }, { name: '1024' }])
  t.same(images.deaths, [])
})

t.test(
  '48 megapixels in tiles, as phones write them, are decoded within the default limit',
  async (t) => {
    const directory = t.testdir({ picture: tiledHeic(2, 2) })
    const images = startImages(t, { limits: { ...roomy, maxMemoryBytes: 402_653_184 } })
    const { source, mezzanines } = await images.ingest(join(directory, 'picture'), directory)
    t.match(source, { contentType: 'image/heic', width: 8000, height: 6000 })
    t.match(mezzanines, [{ name: 'full' }, { name: '2048' }, { name: '1024' }])
    t.same(images.deaths, [])
  },
)
