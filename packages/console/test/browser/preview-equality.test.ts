import t from '@vitrine/testing/t'
import type { Frame, Page } from 'playwright-core'
import { startProject, uploadFour } from './sample.ts'
import { signIn, visit } from './visit.ts'

const layouts = [
  'CAROUSEL',
  'SLIDER',
  'GRID',
  'MASONRY',
  'LIST_HORIZONTAL',
  'LIST_VERTICAL',
] as const
/** Each layout has one of them. The direction of the published page follows the language of its labels. */
const looks = [
  { colorScheme: 'light', direction: 'ltr', language: 'en' },
  { colorScheme: 'dark', direction: 'rtl', language: 'ar' },
  { colorScheme: 'dark', direction: 'ltr', language: 'en' },
  { colorScheme: 'light', direction: 'rtl', language: 'ar' },
] as const
const width = 360

const { url, account, calls, projectId, project } = await startProject(t)
// Each is so small that it has one rendition: of several, a browser prefers the one that it has.
const assetIds = await uploadFour(url, account, projectId)
const { key } = await calls<{ key: string }>('POST', `${project}/api-keys`, { name: 'Frames' })

/** A published widget that follows the color scheme of the browser. */
async function publish(layout: string): Promise<{ id: string; slug: string }> {
  const slug = layout.toLowerCase().replace('_', '-')
  const body = {
    name: layout,
    slug,
    layout,
    assetIds,
    config: { showCaptions: true },
    theme: { colorScheme: 'auto' },
  }
  const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, body)
  await calls('PUT', `${project}/widgets/${id}/publish`)
  return { id, slug }
}

const { page } = await visit(t, {
  viewport: { width: 1440, height: 900 },
})
await signIn(page, url, account)
const published = await page.context().newPage()

/** Waits until the pictures in sight are decoded, and everything is laid out. */
const isPainted = `(async () => {
  const widget = document.querySelector('vitrine-widget')
  const images = [...(widget?.shadowRoot?.querySelectorAll('img') ?? [])]
  const inSight = images.filter((image) => {
    const { top, left, width } = image.getBoundingClientRect()
    return width > 0 && top < innerHeight && left < innerWidth && left > -width
  })
  if (inSight.length === 0 || inSight.some(({ complete }) => !complete)) return false
  if (!widget.shadowRoot.querySelector('.live')) return false
  await Promise.all(inSight.map((image) => image.decode().catch(() => null)))
  await document.fonts.ready
  await Promise.allSettled(document.getAnimations({ subtree: true }).map(({ finished }) => finished))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return true
})()`

const painted = (frame: Frame | Page) => frame.waitForFunction(isPainted)

async function frameOfPreview(): Promise<Frame> {
  const element = await page.getByTitle('Preview', { exact: true }).elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the preview has no frame')
  return frame
}

async function set(chip: string, isOn: boolean): Promise<void> {
  const button = page.getByRole('button', { name: chip, exact: true })
  if ((await button.getAttribute('aria-pressed')) !== String(isOn)) await button.click()
}

for (const [index, layout] of layouts.entries()) {
  const { colorScheme, direction, language } = looks[index % looks.length] ?? looks[0]
  t.test(
    `${layout}, ${colorScheme}, ${direction}: the preview is, pixel by pixel, the published frame`,
    async (t) => {
      const { id, slug } = await publish(layout)
      await page.goto(`${url}/console/p/${projectId}/widgets/${id}`)
      await page.getByRole('heading', { level: 1, name: layout }).waitFor()
      await page.getByRole('button', { name: `${width} pixels wide` }).click()
      await page.getByText('Test with …').click()
      const preview = page.getByTitle('Preview', { exact: true })
      // Its corners are cut off by the sheet around it.
      await page.evaluate(
        'document.querySelector("iframe[title=Preview]").parentElement.style.borderRadius = 0',
      )
      const box = await preview.boundingBox()
      t.equal(box?.width, width, 'it is not scaled')
      await published.setViewportSize({ width, height: Math.round(box?.height ?? 0) })
      await set('Right to left', direction === 'rtl')
      await set('Dark page', colorScheme === 'dark')
      await page.emulateMedia({ colorScheme })
      await published.emulateMedia({ colorScheme })
      await published.goto(`${url}/embed/${slug}?api_key=${key}&lang=${language}`)
      const frame = await frameOfPreview()
      await frame.locator(`html[dir="${direction}"][data-scheme="${colorScheme}"]`).waitFor()
      await painted(frame)
      await painted(published)
      const [shown, served] = [await preview.screenshot(), await published.screenshot()]
      t.ok(shown.equals(served))
    },
  )
}
