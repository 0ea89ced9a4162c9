import t from 'tap'
import { bundlePage, gzipBytes, weighLibrary } from '../../src/embed/bundle.js'
import type { Picture } from '../../src/embed/carousels/peer.js'
import { carouselPeers, lightboxPeers } from '../../src/embed/carousels/peers.js'

const peers = [...carouselPeers, ...lightboxPeers]
const pictures = [1, 2, 3].map(
  (number): Picture => ({
    url: `http://pictures.example/${number}`,
    altText: `Picture ${number}`,
    width: 480,
    height: 320,
  }),
)

t.test('every peer shows the same pictures, lazy-loaded and with reserved space', async (t) => {
  for (const { name, markup } of peers) {
    const html = markup(pictures, { pace: 'quick', setsStopOptions: false })
    const images = html.match(/<img[^>]*>/g)
    t.same(
      images,
      [1, 2, 3].map(
        (number) =>
          `<img src="http://pictures.example/${number}" alt="Picture ${number}" width="480" height="320" loading="lazy">`,
      ),
      name,
    )
  }
})

t.test(
  'the measured size is that of the library and its styles, without the page’s code',
  async (t) => {
    for (const peer of peers) {
      const files = await bundlePage(peer)
      const library = await weighLibrary(peer)
      t.ok(library > 5000, `${peer.name}: ${library}`)
      const withoutStyles = await weighLibrary({ ...peer, styles: [] })
      t.equal(withoutStyles < library, peer.styles.length > 0, `${peer.name}: its styles count`)
      t.ok(files.some(({ path }) => path === `/${peer.file}.js`))
      const hasCss = peer.styles.length > 0 || peer.css !== undefined
      t.equal(
        files.some(({ path }) => path === `/${peer.file}.css`),
        hasCss,
      )
    }
  },
)

t.test('the size is the sum of the individually compressed files', async (t) => {
  const one = gzipBytes([{ path: '/a.js', text: 'x'.repeat(1000) }])
  t.ok(one < 50)
  t.equal(
    gzipBytes([
      { path: '/a.js', text: 'x'.repeat(1000) },
      { path: '/b.css', text: 'x'.repeat(1000) },
    ]),
    2 * one,
  )
})
