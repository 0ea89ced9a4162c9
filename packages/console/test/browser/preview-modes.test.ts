import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Frame } from 'playwright-core'
import { startProject, uploadFour } from './sample.ts'
import { axeProblems, openContext, signIn, visit } from './visit.ts'

const layouts = ['CAROUSEL', 'GRID'] as const

const { url, account, calls, projectId, project } = await startProject(t)
const assetIds = await uploadFour(url, account, projectId)
const { key } = await calls<{ key: string }>('POST', `${project}/api-keys`, { name: 'Frames' })

const { page } = await visit(t, {
  viewport: { width: 1440, height: 900 },
})
await signIn(page, url, account)
const preview = page.getByTitle('Preview', { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function open(layout: string, slug: string): Promise<void> {
  const body = { name: slug, slug, layout, assetIds, config: { showCaptions: true } }
  const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, body)
  await calls('PUT', `${project}/widgets/${id}/publish`)
  await page.goto(`${url}/console/p/${projectId}/widgets/${id}`)
  await page.frameLocator('iframe').locator('vitrine-widget .live').waitFor()
  await page.getByText('Test with …').click()
}

async function frameOfPreview(): Promise<Frame> {
  const frame = await (await preview.elementHandle())?.contentFrame()
  if (!frame) throw new Error('the preview has no frame')
  return frame
}

/** Pictures in sight are decoded. Without scripts, a page can be evaluated, but not waited for. */
const isPainted = `(async () => {
  const images = [...document.querySelector('vitrine-widget').shadowRoot.querySelectorAll('img')]
  const inSight = images.filter((image) => {
    const { top, left, width } = image.getBoundingClientRect()
    return width > 0 && top < innerHeight && left < innerWidth && left > -width
  })
  if (inSight.length === 0 || inSight.some(({ complete }) => !complete)) return false
  await Promise.all(inSight.map((image) => image.decode().catch(() => null)))
  return true
})()`
const painted = (frame: Pick<Frame, 'evaluate'>) =>
  until(async () => (await frame.evaluate(isPainted)) === true)

for (const layout of layouts) {
  t.test(`${layout}: without JavaScript, the preview is what visitors get`, async (t) => {
    const slug = `plain-${layout.toLowerCase().replace('_', '-')}`
    await open(layout, slug)
    await button('Phone, 360 pixels wide').click()
    await button('No JavaScript').click()
    const frame = await frameOfPreview()
    await frame.locator('vitrine-widget .box:not(.live)').waitFor()
    await page.evaluate(
      'document.querySelector("iframe[title=Preview]").parentElement.style.borderRadius = 0',
    )
    const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {}
    const context = await openContext({
      javaScriptEnabled: false,
      viewport: { width, height: Math.round(height) },
    })
    t.teardown(() => context.close())
    const plain = await context.newPage()
    await plain.goto(`${url}/embed/${slug}?api_key=${key}`, { waitUntil: 'networkidle' })
    await painted(frame)
    const [shown, served] = [await preview.screenshot(), await plain.screenshot()]
    t.ok(shown.equals(served))
    await button('No JavaScript').click()
    await frame.locator('vitrine-widget .live').waitFor()
  })
}

t.test('a slow connection shows placeholders first, then every picture', async (t) => {
  await open('GRID', 'slow')
  await button('Slow connection').click()
  const shown = page.frameLocator('iframe').locator('vitrine-widget')
  await shown.locator('.live img:not([data-shown])').first().waitFor()
  const frame = await frameOfPreview()
  const isHeld = `[...document.querySelector('vitrine-widget').shadowRoot.querySelectorAll('img')]
    .some((image) => image.naturalWidth > 0 && !image.matches('.loaded')
      && getComputedStyle(image).objectPosition.startsWith('-'))`
  await frame.waitForFunction(isHeld)
  await until(async () => (await shown.locator('img.loaded').count()) === assetIds.length)
  t.equal(await shown.locator('img:not([data-shown])').count(), 0)
  await page.getByText('Show captions').click()
  await shown.getByText('Harbour').waitFor({ state: 'detached' })
  t.equal(await shown.locator('img.loaded').count(), assetIds.length, 'a change does not wait')
})

t.test('a published widget opens in a tab of its own, without what is not published', async (t) => {
  await open('GRID', 'tab')
  await page.getByText('Show captions').click()
  await page.frameLocator('iframe').getByText('Harbour').waitFor({ state: 'detached' })
  await button('More').click()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Open in its own tab' }).click(),
  ])
  const shown = tab.frameLocator('iframe').locator('vitrine-widget')
  await shown.locator('.live img.loaded').nth(3).waitFor()
  await shown.getByText('Harbour').waitFor()
  t.equal(await tab.getByRole('navigation').count(), 0, 'there is nothing around it')
  t.same(await axeProblems(tab), [])
  await calls('PUT', `${project}/widgets/${widgetOf(tab.url())}/unpublish`)
  await tab.reload()
  await tab.getByText('This widget is a draft. Visitors do not see it.').waitFor()
  await tab.close()
})

const widgetOf = (address: string) => new URL(address).pathname.split('/').at(-2)

t.test('the page is as wide as a device, as typed, or as its edge is moved', async (t) => {
  await open('GRID', 'widths')
  const isWide = (width: number) =>
    until(async () => (await (await frameOfPreview()).evaluate('innerWidth')) === width)
  const field = page.getByLabel('Width in pixels')
  await button('Desktop, 1280 pixels wide').click()
  await isWide(1280)
  await page.getByText('% of its size').waitFor()
  await button('Phone, 360 pixels wide').click()
  await isWide(360)
  t.equal(await field.inputValue(), '360')
  await field.fill('412')
  await isWide(412)
  await field.fill('9')
  t.equal(await field.getAttribute('aria-invalid'), 'true')
  await isWide(412)
  const edge = page.getByRole('slider', { name: 'Edge of the page' })
  await edge.focus()
  t.equal(await field.inputValue(), '412', 'what is no width is not kept')
  await page.keyboard.press('ArrowRight')
  await isWide(422)
  await page.keyboard.press('Shift+ArrowLeft')
  await isWide(322)
  const { x, y, width, height } = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await isWide(402)
  t.equal(await edge.getAttribute('aria-valuetext'), '402 pixels wide')
  t.same(await axeProblems(page), [])
  await button('Fit').click()
  t.equal(await field.inputValue(), String(Math.round((await preview.boundingBox())?.width ?? 0)))
})
