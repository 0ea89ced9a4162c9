import t from 'tap'
import { pictureNo } from '../../src/pictures.js'

t.test('a series has all formats, and no two pictures have the same bytes', async (t) => {
  const pictures = await Promise.all(Array.from({ length: 36 }, (_, index) => pictureNo(index)))
  t.same([...new Set(pictures.map(({ contentType }) => contentType))].sort(), [
    'image/avif',
    'image/gif',
    'image/jpeg',
    'image/png',
    'image/webp',
  ])
  t.equal(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size, pictures.length)
})
