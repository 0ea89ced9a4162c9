import t from '@vitrine/testing/t'
import { layoutNames } from '../../src/published.js'
import { createBench, painted, pasted, ready } from '../fixture/browser.js'

const bench = await createBench(t)

t.test('on paper all pictures are shown, and no controls', async (t) => {
  const fade = 'fade'
  const widgets = {
    ...Object.fromEntries(
      layoutNames.map((layout) => [
        layout,
        { layout, count: 8, config: { loadMore: 3, autoplay: true, showCaptions: true } },
      ]),
    ),
    many: { layout: 'SLIDER' as const, count: 9, config: { transition: 'slide' } },
    [fade]: { layout: 'SLIDER' as const, count: 8, config: { transition: 'fade' } },
    bounded: { layout: 'LIST_VERTICAL' as const, count: 8, config: { maxHeight: 200 } },
  }
  for (const [name, spec] of Object.entries(widgets)) bench.fixture.widgets.set(name, spec)
  const names = Object.keys(widgets)
  const page = await bench.visit({ body: names.map((name) => pasted(name)).join('') })
  await ready(page)
  await page.emulateMedia({ media: 'print' })
  await painted(page)
  for (const [number, name] of names.entries()) {
    const seen = await page.locator(`vitrine-widget >> nth=${number}`).evaluate((widget) => {
      const root = widget.shadowRoot
      if (!root) throw new Error('no root')
      const outer = widget.getBoundingClientRect()
      const isInside = ({ left, right, top, bottom, width }: DOMRect) =>
        width > 20 &&
        left >= outer.left - 1 &&
        right <= outer.right + 1 &&
        top >= outer.top - 1 &&
        bottom <= outer.bottom + 1
      const isSeen = (one: Element) => one.checkVisibility({ checkOpacity: true })
      const images = [...root.querySelectorAll('img')]
      const boxes = images.map((one) => one.getBoundingClientRect())
      return {
        pictures: images.filter((one, at) => isSeen(one) && isInside(boxes[at] as DOMRect)).length,
        places: new Set(boxes.map(({ left, top }) => `${left} ${top}`)).size,
        controls: [...root.querySelectorAll('button, .progress, .counter')].filter(isSeen).length,
      }
    })
    const pictures = name === 'many' ? 9 : 8
    t.same(seen, { pictures, places: pictures, controls: 0 }, name)
  }
})
