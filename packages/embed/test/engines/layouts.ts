import type { Test } from 'tap'
import { layoutNames } from '../../src/published.js'
import { type EngineBench, elementOf, script, shown } from './bench.js'
import { snippetOf } from './snippet.js'

const config = { lightbox: true, showCaptions: true }
const long = 'A caption that tells at length what is to be seen, and when, and why. '.repeat(9)
const pictures = [{ caption: long }, { caption: 'Short' }]

/** Page styles for links; none of them may leak into a widget. */
const hostile = `<style>
  a, a:link, a:visited, a:hover, a:focus { color: red !important; text-decoration: underline !important }
  a::before { content: 'x' }
</style>`

/** Every layout is shown from the pasted element, from the snippet and in a frame. */
export async function checkLayouts(t: Test, bench: EngineBench): Promise<void> {
  const slugs = layoutNames.map((layout) => bench.publish({ layout, config, pictures }))
  const snippets = layoutNames.map((layout, at) =>
    snippetOf(bench.fixture.origin, slugs[at] ?? '', { layout, config, pictures }),
  )
  const forms = {
    element: script + slugs.map((slug) => elementOf(slug)).join(''),
    snippet: snippets.join('') + script,
  }
  for (const [form, body] of Object.entries(forms)) {
    await bench.visit({ head: hostile, body: body + noteHeights })
    await shown(bench)
    const seen = await bench.run(lookAtAll)
    t.strictSame(
      seen.map(({ pictures, isSeen }) => ({ pictures, isSeen })),
      layoutNames.map(() => ({ pictures: 6, isSeen: true })),
      form,
    )
    for (const [at, { link, ground, decoration, height, before, slices }] of seen.entries()) {
      const layout = `${layoutNames[at]}`
      t.equal(link, ground, `${layout}: a link has the colour of its surroundings`)
      t.equal(decoration, 'none', layout)
      t.equal(slices, 0, `${layout}: captions show no part of a third line`)
      // A rendition has whole pixels, so its proportions differ a little from those of its picture.
      const by = Math.abs(height - before)
      if (form === 'snippet') t.ok(by < 1, `${layout}: the script moves nothing: ${by}`)
    }
    t.strictSame(await bench.run(() => window.probe.problems), [], form)
  }
  await checkFrame(t, bench, slugs)
}

/** Heights of the server's markup alone, before the script runs. */
const noteHeights = `<script>
  for (const widget of document.querySelectorAll('vitrine-widget'))
    widget.dataset.before = widget.getBoundingClientRect().height
</script>`

async function checkFrame(t: Test, bench: EngineBench, slugs: readonly string[]): Promise<void> {
  bench.fixture.pages.set('/framed', {
    body: script + slugs.map((slug) => elementOf(slug)).join(''),
  })
  await bench.visit({ body: '<iframe src="/framed" width="600" height="600"></iframe>' })
  const live = await bench.run(async () => {
    const frame = document.querySelector('iframe')
    const roots = () =>
      [...(frame?.contentDocument?.querySelectorAll('vitrine-widget') ?? [])].flatMap(
        ({ shadowRoot }) => shadowRoot?.querySelector('.live img.loaded') ?? [],
      )
    // Pictures below the frame's viewport are not fetched.
    await window.probe.until(() => roots().length > 0)
    return roots().length
  })
  t.ok(live > 0, 'in a frame')
}

/** How each widget of the page looks. Runs in the page. */
async function lookAtAll() {
  const { probe } = window
  await probe.frames(2)
  return probe.widgets().map((widget) => {
    const root = probe.rootOf(widget)
    const link = root.querySelector('a.open')
    const frame = root.querySelector('.frame')
    if (!link || !frame) throw new Error('no link')
    const { color, textDecorationLine } = getComputedStyle(link)
    const { width, height } = widget.getBoundingClientRect()
    const slices = [...root.querySelectorAll('.clip')].flatMap((clip) => {
      const { bottom } = clip.getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(clip.querySelector('span') ?? clip)
      return [...text.getClientRects()].filter(
        (line) => line.top < bottom - 1 && line.bottom > bottom + 3,
      )
    })
    return {
      slices: slices.length,
      pictures: root.querySelectorAll('img').length,
      isSeen: width > 500 && height > 100 && !root.querySelector('slot'),
      link: color,
      ground: getComputedStyle(frame).color,
      decoration: textDecorationLine,
      height,
      before: Number(widget.dataset.before),
    }
  })
}
