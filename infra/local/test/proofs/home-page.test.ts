import t from '@vitrine/testing/t'
import axe from 'axe-core'
import { launchChromium } from '../../src/browser.js'
import { startDemo } from '../demo.js'
import { createVisits, untilReady, untilShown } from '../visits.js'

const { base, count } = await startDemo(t)
const browser = await launchChromium({ log: () => undefined })
t.teardown(() => browser.close())

t.test('the home page shows live widgets, and has no accessibility violations', async (t) => {
  const { page, problems, close } = await createVisits(browser, base)('/')
  await untilReady(page.mainFrame(), count, problems)
  await untilShown(page.mainFrame())
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'nothing is cut')
      await page.evaluate(axe.source)
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const { violations } = await axe.run(document)
        return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`)
      })
      t.same(found, [], `${colorScheme}, ${width} px`)
    }
  }
  t.same(problems, [])
  await close()
})

t.test('a code is copied, or selected where a page may not use the clipboard', async (t) => {
  const { page, close } = await createVisits(browser, base)('/')
  const code = await page.locator('.code code').first().textContent()
  await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text }`)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  t.equal(await page.evaluate('window.copied'), code)
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`)
  await page.locator('.code button').nth(1).click()
  await page.getByRole('status').filter({ hasText: 'Selected' }).waitFor({ state: 'attached' })
  const second = await page.locator('.code > pre code').nth(1).textContent()
  t.equal(await page.evaluate('String(getSelection())'), second)
  await close()
})
