import { recipe } from '@vitrine/imaging'
import t from '@vitrine/testing/t'
import { embedRenditions, surplus } from '../../../src/renditions/store/surplus.js'
import { pictureOf } from './pictures.js'

const listed = [
  { key: 'newest', storedAtMs: 30 },
  { key: 'oldest', storedAtMs: 10 },
  { key: 'middle', storedAtMs: 20 },
]

t.test('the oldest objects beyond the limit are surplus', async (t) => {
  t.same(surplus(listed, 3), [])
  t.same(surplus(listed, 9), [])
  t.same(surplus(listed, 2), ['oldest'])
  t.same(surplus(listed, 1), ['middle', 'oldest'])
  t.same(surplus(listed, 0), ['newest', 'middle', 'oldest'])
  t.same(surplus([], 0), [])
})

t.test('the renditions of the embed are identified by their objects', async (t) => {
  const objects = embedRenditions(pictureOf())
  const object = (key: string) => `projects/project/assets/asset/renditions/${recipe}/${key}`
  for (const key of ['320x240.webp.q77', '640x480.avif.q60', '1920x1440.webp.q77']) {
    t.ok(objects.has(object(key)), key)
  }
  for (const key of ['321x241.webp.q77', '640x480.webp.q81', '640x480.jpeg.q77']) {
    t.notOk(objects.has(object(key)), key)
  }
  t.equal(objects.size, 12)
})
