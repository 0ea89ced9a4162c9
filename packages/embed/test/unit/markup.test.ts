import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { toHtml } from '../../src/markup/html.js'
import { partsOf } from '../../src/markup/markup.js'

t.test('texts and attributes are escaped', async (t) => {
  t.equal(
    toHtml(['p', { title: '"><script>&' }, '</p><img src=x onerror=alert(1)>&amp;']),
    '<p title="&quot;&gt;&lt;script&gt;&amp;">&lt;/p&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;</p>',
  )
})

t.test('false and undefined attributes are omitted; void elements have no end tag', async (t) => {
  t.equal(
    toHtml(['img', { alt: '', width: 3, loading: false, id: undefined }]),
    '<img alt="" width="3">',
  )
})

t.test('a text never becomes an element', async (t) => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, value) => {
      const html = toHtml(['p', { title: value }, text])
      return html.match(/</g)?.length === 2 && html.match(/"/g)?.length === 2
    }),
  )
  t.pass()
})

t.test('parts are whole names of classes', async (t) => {
  t.equal(partsOf('control arrow next'), 'arrow next')
  t.equal(partsOf('vitrine-frame on-more'), undefined)
})
