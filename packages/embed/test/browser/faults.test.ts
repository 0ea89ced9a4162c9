import t from '@vitrine/testing/t'
import { createBench, pasted } from '../fixture/browser.js'

const bench = await createBench(t)

const listening = `<script>
  window.errors = []
  addEventListener('vitrine-error', (event) => errors.push(event.detail))
</script>`

t.test('on any error response the fallback content stays and nothing is thrown', async (t) => {
  const statuses = [401, 403, 404, 429, 500, 503]
  for (const status of statuses) bench.fixture.faults.set(`fault-${status}`, status)
  const body = statuses.map((status) => pasted(`fault-${status}`)).join('')
  const page = await bench.visit({ head: listening, body })
  await page.waitForFunction(`errors.length === ${statuses.length}`)
  const errors = (await page.evaluate('errors')) as { status: number; message: string }[]
  t.strictSame(errors.map(({ status }) => status).sort(), statuses, 'each is reported')
  t.ok(errors.every(({ message }) => typeof message === 'string'))
  const links = page.getByRole('link', { name: 'Our pictures' })
  for (const index of statuses.keys())
    t.ok(await links.nth(index).isVisible(), `${statuses[index]}`)
})

t.test('a request without a response blocks nothing', async (t) => {
  bench.fixture.faults.set('hanging', 'hang')
  const page = await bench.visit({ head: listening, body: pasted('hanging') })
  t.equal(await page.evaluate('document.readyState'), 'complete')
  t.ok(await page.getByRole('link', { name: 'Our pictures' }).isVisible())
})

t.test('offline, or with a malformed response, the fallback content stays', async (t) => {
  bench.fixture.widgets.set('odd', { layout: 'SPIRAL' as 'GRID' })
  const odd = await bench.visit({ head: listening, body: pasted('odd') })
  await odd.waitForFunction('errors.length')
  t.ok(await odd.getByRole('link', { name: 'Our pictures' }).isVisible())

  bench.fixture.widgets.set('later', { layout: 'GRID' })
  const page = await bench.visit({
    head: listening,
    body: pasted('later', 'base-url="http://127.0.0.1:1"'),
  })
  await page.waitForFunction('errors.length')
  t.ok(await page.getByRole('link', { name: 'Our pictures' }).isVisible())
  await page
    .locator('vitrine-widget')
    .evaluate((element) => element.setAttribute('base-url', location.origin))
  await page.getByRole('listitem').first().waitFor()
  t.notOk(await page.getByRole('link', { name: 'Our pictures' }).isVisible())
})

t.test('if the layout’s code fails to load, the fallback content is restored', async (t) => {
  bench.fixture.widgets.set('codeless', { layout: 'GRID' })
  const page = await bench.visit({ body: '' })
  await page.route('**/embed/v1/**', (route) => route.abort())
  await page.setContent(listening + pasted('codeless', `base-url="${bench.fixture.origin}"`))
  await page.waitForFunction('errors.length')
  t.ok(await page.getByRole('link', { name: 'Our pictures' }).isVisible())
  t.equal(await page.locator('img').count(), 0)
})

t.test('an element without a slug reports the missing attribute', async (t) => {
  const page = await bench.visit({
    head: listening,
    body: '<script type="module" src="/embed/v1.js"></script><vitrine-widget>Here</vitrine-widget>',
  })
  await page.waitForFunction('errors.length')
  t.match(await page.evaluate('errors[0].message'), 'slug and api-key are needed')
})

t.test('a tenant’s texts are never parsed as markup', async (t) => {
  const page = await bench.open({
    layout: 'CAROUSEL',
    config: { ariaLabel: '<img src=x onerror=alert(1)>', labels: { next: '"><b>' } },
    theme: { fontFamily: '</style><script>alert(1)</script>', captionColor: 'red}*{display:none' },
  })
  t.ok(await page.getByRole('region', { name: '<img src=x onerror=alert(1)>' }).isVisible())
  t.ok(await page.getByRole('button', { name: '"><b>' }).isVisible())
})

t.test('a picture whose URL is not http(s) is omitted', async (t) => {
  const page = await bench.open({ layout: 'GRID' })
  await page.locator('vitrine-widget').evaluate((element) => {
    const widget = element as HTMLElementTagNameMap['vitrine-widget']
    const asset = {
      id: 'a',
      filename: 'a',
      contentType: 'image/png',
      width: 1,
      height: 1,
      altText: 'x',
    }
    const theme = '{}'
    widget.data = {
      widget: { id: 'w', slug: 's', layout: 'LIST_VERTICAL', config: '{"lightbox":true}', theme },
      assets: [
        { ...asset, url: 'javascript:alert(1)' },
        { ...asset, url: `${location.origin}/x` },
      ],
    }
  })
  await page.waitForFunction(
    () => document.querySelector('vitrine-widget')?.shadowRoot?.querySelectorAll('a').length === 1,
  )
  t.pass()
})
