import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import { createSample } from '../browser/sample.ts'
import { startStack } from '../browser/stack.ts'
import { visitAs } from '../browser/visit.ts'

const { url, account } = await startStack(t)
const { projectId, liveId } = await createSample(url, account)
const viewport = { width: 1440, height: 900 }
const { page } = await visitAs(t, { url, account }, { viewport, forcedColors: 'active' })
const widget = `${url}/console/p/${projectId}/widgets/${liveId}`

/** Borders and outlines, which are all that is left of a state without colours of its own. */
const edgeOf = (element: Locator): Promise<string> =>
  element.evaluate((one) => {
    const { borderColor, outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
    const outline = outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineColor}`
    return `${borderColor} / ${outline}`
  })

const button = (name: string) => page.getByRole('button', { name, exact: true })

t.test('what is chosen of several can be told from the others', async (t) => {
  await page.goto(`${widget}/code`)
  const [chosen, other] = [button('New key'), button('A key that you have')]
  t.not(await edgeOf(chosen), await edgeOf(other), 'the kind of a key')
  await other.click()
  await chosen.and(page.locator('[aria-pressed=false]')).waitFor()
  t.not(await edgeOf(chosen), await edgeOf(other), 'after another choice')
})

t.test('the editor shows which layout and which width it has', async (t) => {
  await page.goto(widget)
  const card = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) })
  await card('Carousel').waitFor()
  t.not(await edgeOf(card('Carousel')), await edgeOf(card('Slider')))
  t.equal(await edgeOf(card('Grid')), await edgeOf(card('Slider')))
  const width = (text: RegExp) => page.getByRole('button').filter({ hasText: text })
  t.not(await edgeOf(width(/^Fit$/)), await edgeOf(width(/^Phone$/)))
})
