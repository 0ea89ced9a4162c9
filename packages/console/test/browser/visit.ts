import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const patienceMs = 60_000

export type Visit = {
  page: Page
  /** What the browser refused by the policy of the page, and errors of its scripts. */
  complaints: string[]
}

/** A tab whose complaints fail the test when it ends. */
export async function visit(
  t: Test,
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  t.teardown(() => context.close())
  // A busy machine is slow, and what never comes fails then.
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type|TrustedHTML/i.test(message.text())) {
      complaints.push(message.text())
    }
  })
  return { page, complaints }
}

export async function signIn(
  page: Page,
  url: string,
  account: { email: string; password: string },
) {
  await page.goto(`${url}/console/sign-in`)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

type Violation = { id: string; nodes: { html: string }[] }

/** Of React Aria: for seven seconds it names a button that was pressed, which may be gone by then. */
const announcer = '["[data-live-announcer]"]'

/** A dialog that is fading in has too little contrast. Spinners never end. */
const settled = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => null)`

/** What axe finds, one line each. It is evaluated by the debugger, which no policy of the page concerns. */
export async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate(settled)
  await page.evaluate(axe)
  const violations = (await page.evaluate(
    `axe.run({ exclude: [${announcer}] }, { resultTypes: ["violations"] })
      .then(({ violations }) => violations)`,
  )) as Violation[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}
