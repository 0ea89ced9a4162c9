import t from '@vitrine/testing/t'
import type { Frame, Page } from 'playwright-core'
import { blocksOf, type Form } from '../../src/embed-code/codes.ts'
import { startProject, upload } from './sample.ts'
import { startSite } from './site.ts'
import { visit } from './visit.ts'

type Embed = Parameters<typeof blocksOf>[1]['embed']

/** What ends a text, an attribute, an element, a script or an expression in some language. */
const texts = [
  `"><img src=x onerror="globalThis.wasRun = true">`,
  `' onload='globalThis.wasRun = true' x='`,
  '</script><script>globalThis.wasRun = true</script>',
  '</template><h2>outside</h2><!--',
  '{{ constructor.constructor("globalThis.wasRun = true")() }} {1 + 1} #{2}',
  '&quot;&lt;b&gt;&amp;amp; 100 % \\u003c \\n',
  'Dünen 🌊 کتاب \u202eabc',
]

const { url, account, calls, projectId, project } = await startProject(t)
const assetIds: string[] = []
for (const [index, altText] of texts.entries()) {
  assetIds.push(
    await upload(url, account, projectId, { name: `${index}.jpg`, altText, width: 300 + index }),
  )
}
const name = texts.slice(0, 3).join(' ')
const widget = { slug: 'summer-show', layout: 'GRID' }
const items = assetIds.map((assetId, index) => ({
  assetId,
  altText: null,
  caption: texts[texts.length - 1 - index],
  link: { url: `/shop?name=${index}&amp='"#<b>`, newTab: false },
}))
const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, { name, ...widget, items })
await calls('PUT', `${project}/widgets/${id}`, {
  config: { showCaptions: true, ariaLabel: texts[0], labels: { open: texts[1] } },
})
await calls('PUT', `${project}/widgets/${id}/publish`)
const { key } = await calls<{ key: string }>('POST', `${project}/api-keys`, { name: texts[0] })
const embed = await calls<Embed>('GET', `${project}/widgets/${id}/embed`)
const site = await startSite(t)
const { page } = await visit(t)

const codeOf = (form: Form): string =>
  blocksOf(form, { embed, widget, base: url, apiKey: key, isPinned: false, isReserved: true })
    .map(({ code }) => code)
    .join('\n')

/** In a frame, links lead to the site all the same. */
const absolute = (href: string | null) => new URL(href ?? '', site.origin).href

/** What a visitor gets of the texts. */
async function readFrom(where: Page | Frame) {
  const element = where.locator('vitrine-widget')
  await element.locator('.live').waitFor()
  const images = element.locator('img[alt]:not([alt=""])')
  await images.nth(texts.length - 1).waitFor()
  const attributes = (selector: string, name: string) =>
    element
      .locator(selector)
      .evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), name)
  return {
    alts: await attributes('img[alt]:not([alt=""])', 'alt'),
    captions: await element.locator('.caption span').allTextContents(),
    links: (await attributes('a[href]', 'href')).map(absolute),
    wasRun: await where.evaluate('globalThis.wasRun === true'),
    escaped: await where.locator('h2').count(),
  }
}

const expected = {
  alts: texts,
  captions: texts.toReversed(),
  links: items.map(({ link }) => absolute(link.url)),
  wasRun: false,
  escaped: 0,
}

for (const form of ['script', 'snippet'] as const) {
  t.test(`${form}: hostile texts are texts, and nothing of them is run`, async (t) => {
    site.paste(codeOf(form))
    await page.goto(site.origin)
    t.same(await readFrom(page), expected)
    t.equal(await page.evaluate('globalThis.wasRun === true'), false)
  })
}

t.test('iframe: its title is the name of the widget, and its page has the texts', async (t) => {
  site.paste(codeOf('iframe'))
  await page.goto(site.origin)
  const frame = page.locator('iframe')
  t.equal(await frame.getAttribute('title'), name)
  const inner = await (await frame.elementHandle())?.contentFrame()
  if (!inner) throw new Error('there is no frame')
  t.same(await readFrom(inner), expected)
  t.equal(await page.locator('h2').count(), 0)
  t.equal(await page.evaluate('globalThis.wasRun === true'), false)
})

t.test('without scripts the snippet is the same, from its markup alone', async (t) => {
  const { page } = await visit(t, { javaScriptEnabled: false })
  site.paste(codeOf('snippet'))
  await page.goto(site.origin)
  const alts = page.locator('vitrine-widget img[alt]:not([alt=""])')
  t.equal(await alts.count(), texts.length)
  for (const [index, text] of texts.entries()) {
    t.equal(await alts.nth(index).getAttribute('alt'), text)
  }
})
