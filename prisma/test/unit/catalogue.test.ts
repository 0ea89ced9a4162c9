import sharp from 'sharp'
import t from 'tap'
import { catalogue } from '../../src/seed/pictures/catalogue.js'

type Expected = {
  format: string
  width: number
  height: number
  orientation?: number
  hasAlpha?: boolean
  delay?: number[]
}

/** As stored: the sideways JPEG displays as 1400 × 2100. */
const expected: Record<string, Expected> = {
  'dawn-ridges.jpg': { format: 'jpeg', width: 2400, height: 1600 },
  'desert-dunes.jpg': { format: 'jpeg', width: 2400, height: 1350 },
  'ocean-sunset.jpg': { format: 'jpeg', width: 1600, height: 2400 },
  'aurora.avif': { format: 'heif', width: 3000, height: 1100 },
  'misty-forest.jpg': { format: 'jpeg', width: 2100, height: 1400, orientation: 6 },
  'city-dusk.jpg': { format: 'jpeg', width: 2400, height: 1350 },
  'bauhaus.webp': { format: 'webp', width: 2000, height: 2000 },
  'paper-cut.jpg': { format: 'jpeg', width: 1600, height: 2000 },
  'botanical.jpg': { format: 'jpeg', width: 1600, height: 2000 },
  'ceramic-vase.jpg': { format: 'jpeg', width: 1600, height: 2000 },
  'mushroom-lamp.png': { format: 'png', width: 1500, height: 1500, hasAlpha: true },
  'day-cycle.webp': {
    format: 'webp',
    width: 960,
    height: 640,
    delay: [320, 260, 700, 260, 320, 200, 200, 260, 700, 260, 200, 200],
  },
}

async function render(filename: string): Promise<Buffer> {
  const picture = catalogue.find((one) => one.filename === filename)
  if (!picture) throw new Error(`the catalogue has no ${filename}`)
  return picture.render()
}

t.test('every picture has the format and the shape that its place asks for', async (t) => {
  t.same(
    catalogue.map(({ filename }) => filename),
    Object.keys(expected),
  )
  let totalBytes = 0
  for (const { filename, contentType, render } of catalogue) {
    const file = await render()
    totalBytes += file.length
    const found = await sharp(file).metadata()
    t.match(found, expected[filename] ?? {}, filename)
    t.equal(contentType, `image/${found.format === 'heif' ? 'avif' : found.format}`, filename)
  }
  t.ok(totalBytes < 12 * 2 ** 20, `${totalBytes} bytes in all`)
})

t.test('a picture has the same bytes at every rendering', async (t) => {
  for (const filename of ['bauhaus.webp', 'misty-forest.jpg', 'mushroom-lamp.png']) {
    t.ok((await render(filename)).equals(await render(filename)), filename)
  }
})

t.test('the sideways picture displays upright: pale sky above dark trees', async (t) => {
  const upright = sharp(await render('misty-forest.jpg')).autoOrient()
  const { data, info } = await upright
    .resize(2, 3, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [sky = 0] = data
  const ground = data[info.width * 2 * info.channels] ?? 0
  t.ok(sky > ground + 60, `sky ${sky}, ground ${ground}`)
})

t.test('the lamp stands on a transparent ground with a shadow that fades', async (t) => {
  const alpha = await sharp(await render('mushroom-lamp.png'))
    .extractChannel('alpha')
    .raw()
    .toBuffer()
  const at = (x: number, y: number) => alpha[y * 1500 + x] ?? 0
  t.equal(at(0, 0), 0)
  t.equal(at(750, 500), 255)
  t.ok(at(1000, 1250) > 0 && at(1000, 1250) < 255)
})

t.test('alt texts and tags are there, and no alt text is used twice', (t) => {
  t.equal(new Set(catalogue.map(({ altText }) => altText)).size, catalogue.length)
  for (const { filename, altText, tags } of catalogue) {
    t.ok(altText.length >= 20 && tags.length > 0, filename)
  }
  t.end()
})
