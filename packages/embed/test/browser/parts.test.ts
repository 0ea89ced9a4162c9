import { readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { createBench, pasted, ready } from '../fixture/browser.js'
import type { WidgetSpec } from '../fixture/widgets.js'

const bench = await createBench(t)
const manifest = new URL('../../custom-elements.json', import.meta.url)
const [{ declarations }] = JSON.parse(readFileSync(manifest, 'utf8')).modules
const parts: string[] = declarations[0].cssParts.map(({ name }: { name: string }) => name)

const header = { title: 'Summer', text: 'By the sea', button: { label: 'More', url: '/more' } }
const specs: Record<string, WidgetSpec> = {
  'parts-carousel': {
    layout: 'CAROUSEL',
    config: { autoplay: true, showCounter: true, showCaptions: true, header, filterByTags: true },
    pictures: [{ tags: ['sea'] }, { video: { url: 'https://video.example/1' } }],
  },
  'parts-slider': { layout: 'SLIDER', count: 9 },
  'parts-grid': { layout: 'GRID', config: { loadMore: 3 } },
}

t.test('a page can style each documented part', async (t) => {
  for (const [slug, spec] of Object.entries(specs)) bench.fixture.widgets.set(slug, spec)
  const rules = parts.map((part, index) => `::part(${part}) { --mark-${index}: on }`).join('')
  const page = await bench.visit({
    head: `<style>${rules} ::part(title) { color: rgb(1, 2, 3) } ::part(frame) { border: 3px solid }</style>`,
    body: Object.keys(specs)
      .map((slug) => pasted(slug))
      .join(''),
  })
  await ready(page)
  await page.locator('[slug=parts-grid] .open').first().click()
  await page.locator('.lightbox').waitFor()
  for (const [index, part] of parts.entries()) {
    const elements = page.locator(`[part~=${part}]`)
    const marks = await elements.evaluateAll(
      (all, name) => all.map((one) => getComputedStyle(one).getPropertyValue(name)),
      `--mark-${index}`,
    )
    t.ok(marks.length > 0 && marks.every((mark) => mark === 'on'), part)
  }
  const { color } = await page
    .locator('.title')
    .first()
    .evaluate((one) => ({ color: getComputedStyle(one).color }))
  t.equal(color, 'rgb(1, 2, 3)', 'and its rules apply over those of the widget')
})
