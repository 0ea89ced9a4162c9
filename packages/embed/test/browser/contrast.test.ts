import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { createBench, pictured, ready } from '../fixture/browser.js'

const bench = await createBench(t)

/** WCAG 2 contrast ratio of two colours, from 1 to 21. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (colour: readonly number[]): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
    const part = (colour[index] ?? 0) / 255
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)

/** Colours along the middle row of a screenshot. */
async function middleRow(screenshot: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(screenshot)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const start = Math.floor(info.height / 2) * info.width * 3
  return Array.from({ length: info.width }, (_, x) => [
    ...data.subarray(start + 3 * x, start + 3 * x + 3),
  ])
}

t.test(
  'controls and focus rings have a contrast of 3:1 on white, black and every grey',
  async (t) => {
    const page = await bench.open({ layout: 'CAROUSEL' }, { before: '<p>Before</p>' })
    for (const grey of [0, 64, 128, 192, 255]) {
      const picture = await sharp({
        create: { width: 320, height: 213, channels: 3, background: { r: grey, g: grey, b: grey } },
      })
        .png()
        .toBuffer()
      await page.route('**/deliver/**', (route) =>
        route.fulfill({ body: picture, contentType: 'image/png' }),
      )
      await page.reload()
      await ready(page)
      await pictured(page)
      const arrow = page.getByRole('button', { name: 'Next picture' })
      const box = (await arrow.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const around = { x: box.x - 8, y: box.y, width: box.width + 16, height: box.height }

      const idle = await middleRow(await page.screenshot({ clip: around }))
      const disc = idle[14] ?? []
      t.ok(Math.max(...idle.map((colour) => contrast(colour, disc))) >= 3, `the icon on ${grey}`)

      await arrow.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      const ring = (await middleRow(await page.screenshot({ clip: around }))).slice(3, 9)
      const behind = [grey, grey, grey]
      t.ok(Math.max(...ring.map((colour) => contrast(colour, behind))) >= 3, `the focus on ${grey}`)
    }
  },
)
