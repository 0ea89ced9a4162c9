import { embedWidthsOf } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { pictureAttributes, widthsOf } from '../../src/pictures.js'

const asset = {
  id: 'a',
  url: 'https://cdn.example/p/a',
  filename: 'a.jpg',
  contentType: 'image/jpeg',
  width: 2400,
  height: 1200,
  altText: null,
}

t.test('the requested widths are those that are pre-rendered', async (t) => {
  for (let width = 1; width <= 5000; width++) {
    t.strictSame(widthsOf(width), embedWidthsOf(width), `${width} pixels`)
  }
})

t.test('a picture declares its widths and its size', async (t) => {
  const { src, srcset, width, height } = pictureAttributes(
    asset,
    { width: '100vw', ratio: 0 },
    false,
  )
  t.equal(src, 'https://cdn.example/p/a?w=1920&format=auto')
  t.match(srcset, /^https:\/\/cdn\.example\/p\/a\?w=320&format=auto 320w,.* 1920w$/)
  t.strictSame([width, height], [2400, 1200])
})

t.test('the address of a picture keeps its version', async (t) => {
  const versioned = { ...asset, url: `${asset.url}?v=2` }
  const { src, srcset } = pictureAttributes(versioned, { width: '100vw', ratio: 0 }, false)
  t.equal(src, 'https://cdn.example/p/a?v=2&w=1920&format=auto')
  t.match(srcset, /^https:\/\/cdn\.example\/p\/a\?v=2&w=320&format=auto 320w,/)
})

t.test('a picture covering a narrower frame is fetched at its drawn width', async (t) => {
  const sizesAt = (ratio: number) => pictureAttributes(asset, { width: '50vw', ratio }, false).sizes
  t.equal(sizesAt(1), 'calc(2.00*50vw)')
  t.equal(sizesAt(3), 'calc(1.00*50vw)')
  t.equal(sizesAt(0), 'calc(1.00*50vw)')
})

t.test('the first picture is fetched eagerly with high priority, the others lazily', async (t) => {
  const slot = { width: '100vw', ratio: 0 }
  t.match(pictureAttributes(asset, slot, true), { loading: false, fetchpriority: 'high' })
  t.match(pictureAttributes(asset, slot, false), { loading: 'lazy', fetchpriority: false })
})
