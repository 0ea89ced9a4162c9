import t from 'tap'
import { layoutNames } from '../../src/published.js'
import { createBench, ready } from '../fixture/browser.js'

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
  'the strictest policy of a page is not violated, by any layout or the lightbox',
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
    t.equal(background, 'rgb(17, 34, 51)', 'its theme is applied all the same')
    const icon = /^(img-src|default-src) data/
    const violations: string[] = await page.evaluate('violations')
    t.strictSame(
      violations.filter((one) => !icon.test(one)),
      [],
    )
  },
)
