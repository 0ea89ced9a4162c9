import t from '@vitrine/testing/t'
import { negotiatedPlans, parseRendition, plan, type SourceImage } from '../../src/index.js'

const photo: SourceImage = {
  contentType: 'image/jpeg',
  width: 4000,
  height: 3000,
  frameCount: 1,
  hasAlpha: false,
}

const keysOf = (source: SourceImage, widths: number[]) =>
  negotiatedPlans(source, widths).map(({ key }) => key)

t.test('the plans match the requests of browsers', async (t) => {
  const sources: SourceImage[] = [
    photo,
    { ...photo, contentType: 'image/png', hasAlpha: true },
    { ...photo, contentType: 'image/avif', width: 640, height: 480 },
    { ...photo, contentType: 'image/gif', frameCount: 9 },
  ]
  for (const source of sources) {
    const keys = new Set<string>()
    for (const w of ['320', '640']) {
      for (const accept of ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/webp,*/*']) {
        const asked = plan(parseRendition({ w, format: 'auto' }, accept), source)
        if (asked) keys.add(asked.key)
      }
    }
    t.same(keysOf(source, [320, 640]), [...keys], source.contentType)
  }
})

t.test('a photo has both formats at each width, narrow ones first', async (t) => {
  t.same(keysOf(photo, [320, 640]), [
    '320x240.avif.q60',
    '320x240.webp.q77',
    '640x480.avif.q60',
    '640x480.webp.q77',
  ])
})

t.test('an animation has one animated format, and no plan is the original', async (t) => {
  t.same(keysOf({ ...photo, contentType: 'image/gif', frameCount: 9 }, [320]), ['320x240.webp.q77'])
  const small = { ...photo, contentType: 'image/webp', width: 320, height: 240 } as const
  t.same(keysOf(small, [320]), ['320x240.avif.q60'])
})
