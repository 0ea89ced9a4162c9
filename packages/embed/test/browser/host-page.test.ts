import { configSettings, themeSettings } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { labelsFor } from '../../src/labels/all.js'
import { layoutNames } from '../../src/published.js'
import { createBench, ready } from '../fixture/browser.js'
import { publish } from '../fixture/widgets.js'

const bench = await createBench(t)
const { origin } = bench.fixture
const policy = [
  "default-src 'none'",
  "script-src 'nonce-abc'",
  "style-src 'self'",
  `connect-src ${origin}`,
  `img-src ${origin}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

t.test(
  'no layout violates the strictest content security policy, nor does the lightbox',
  async (t) => {
    for (const layout of layoutNames) {
      bench.fixture.widgets.set(layout, {
        layout,
        config: { lightbox: true, showCaptions: true, autoplay: true },
        theme: { backgroundColor: '#123', padding: 8, fontFamily: '"Inter", serif' },
      })
    }
    const elements = layoutNames.map(
      (layout) => `<vitrine-widget slug="${layout}" api-key="pk_test"></vitrine-widget>`,
    )
    const page = await bench.visit({
      headers: { 'content-security-policy': policy },
      head: `<script nonce="abc">
      window.violations = []
      addEventListener('securitypolicyviolation', (event) => {
        violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample)
      })</script>`,
      body: `<script type="module" nonce="abc" src="/embed/v1.js"></script>${elements.join('')}`,
    })
    await ready(page)
    await page.locator('a.open:visible').first().click()
    await page.getByRole('dialog').waitFor()
    const background = await page
      .locator('.frame')
      .first()
      .evaluate((frame) => getComputedStyle(frame).backgroundColor)
    t.equal(background, 'rgb(17, 34, 51)', 'its theme is still applied')
    const icon = /^(img-src|default-src) data/
    const violations: string[] = await page.evaluate('violations')
    t.strictSame(
      violations.filter((one) => !icon.test(one)),
      [],
    )
  },
)

t.test(
  'a widget inherits the page’s font, but not its spacing, alignment and capitalization',
  async (t) => {
    const outside = [
      'letter-spacing:9px',
      'word-spacing:9px',
      'text-transform:uppercase',
      'text-align:right',
      'text-indent:50px',
      'line-height:4',
      'white-space:nowrap',
      'text-shadow:0 0 9px red',
      'word-break:break-all',
      'hyphens:auto',
      'list-style:square',
    ]
    const spec = { layout: 'GRID', config: { showCaptions: true } } as const
    const styleOf = async (style: string) => {
      const page = await bench.open(spec, { before: `<style>*, body{${style}}</style>` })
      return page
        .locator('.caption')
        .first()
        .evaluate((one) =>
          Object.fromEntries(
            Array.from(getComputedStyle(one), (name) => [
              name,
              getComputedStyle(one).getPropertyValue(name),
            ]),
          ),
        )
    }
    const [plain, hostile] = await Promise.all([styleOf(''), styleOf(outside.join(';'))])
    t.strictSame(hostile, plain)
    const own = await styleOf('font-family:Courier;color:rgb(1,2,3);font-weight:700')
    t.match(own, { 'font-family': 'Courier', color: 'rgb(1, 2, 3)', 'font-weight': '700' })
  },
)

t.test('data set before the script has loaded is shown', async (t) => {
  const published = publish(origin, 'set', { layout: 'GRID', count: 3 })
  const page = await bench.visit({
    body: `<vitrine-widget></vitrine-widget>
<script>document.querySelector('vitrine-widget').data = ${JSON.stringify(published)}</script>
<script type="module" src="/embed/v1.js"></script>`,
  })
  await ready(page)
  t.equal(await page.locator('img').count(), 3)
  await page
    .locator('vitrine-widget')
    .evaluate(
      (element, data) => Object.assign(element, { data }),
      publish(origin, 'set', { layout: 'GRID', count: 5 }),
    )
  await page.locator('img').nth(4).waitFor()
  t.pass('data set later is shown too')
})

t.test('properties whose names the build shortens collide with no others', async (t) => {
  const { ownProperty }: { ownProperty: RegExp } = await import(
    new URL('../../bundle.mjs', import.meta.url).href
  )
  const page = await bench.visit({ body: '' })
  const ofBrowser: string[] = await page.evaluate(() =>
    Object.values(Object.getOwnPropertyDescriptors(window)).flatMap(({ value }) =>
      typeof value === 'function'
        ? [
            ...Object.getOwnPropertyNames(value),
            ...Object.getOwnPropertyNames(value.prototype ?? {}),
          ]
        : [],
    ),
  )
  t.ok(ofBrowser.includes('replaceChildren'))
  const { widget, assets } = publish(origin, 'any', { layout: 'GRID', count: 1 })
  const others = [
    widget,
    assets[0],
    themeSettings,
    labelsFor('en'),
    ...Object.values(configSettings),
  ]
  const known = new Set([...ofBrowser, ...others.flatMap((one) => Object.keys(one ?? {}))])
  t.strictSame(
    [...known].filter((name) => ownProperty.test(name)),
    [],
  )
})
