import type { Page } from 'playwright-core'
import type { Instruments } from '../fixture.js'
import { pageWith, type Subject } from '../sample-page.js'
import { findingsOf } from './accessibility.js'
import type { Seen } from './measure.js'
import { strict } from './policy.js'
import { visit } from './visit.js'

const setting = { pace: 'still', setsStopOptions: false } as const
const patienceMs = 5000

/** Measures an open lightbox. @throws if it does not open on a page without a policy. */
export async function measureLightbox(instruments: Instruments, subject: Subject): Promise<Seen> {
  const code = subject.code(setting)
  const findings = await visit(instruments, pageWith(code), async ({ page }) => {
    if (!(await opens(page))) throw new Error(`${subject.name} does not open`)
    return findingsOf(page)
  })
  const policy = await visit(
    instruments,
    strict(code, instruments.deliveryUrl),
    async ({ page }) => {
      const works = await opens(page)
      return { violations: await page.evaluate(() => window.seen.violations), works }
    },
  )
  return { name: subject.name, findings, policy }
}

/** Clicks the first picture; returns whether a dialog then shows it. */
async function opens(page: Page): Promise<boolean> {
  await page.waitForLoadState('networkidle')
  await page.locator('#gallery a:visible').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor({ timeout: patienceMs }).catch(() => null) // Checked below.
  if (!(await dialog.isVisible())) return false
  await page.waitForLoadState('networkidle')
  return true
}
