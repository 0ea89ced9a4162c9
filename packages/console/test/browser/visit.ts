import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { launchChromium } from '@vitrine/local/browser'
import type { Browser, BrowserContext, FileChooser, Locator, Page } from 'playwright-core'
import { type Test, t as wholeProcess } from 'tap'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Twenty tabs on two busy cores take more than a minute to be drawn. */
const patienceMs = 180_000

export type Visit = {
  page: Page
  /** What the browser refused by the policy of a page, and errors of its scripts, in all tabs of the visit. */
  complaints: string[]
}

let launched: Promise<Browser> | undefined

/** One browser for all files that run in this process. */
function openBrowser(): Promise<Browser> {
  if (launched !== undefined) return launched
  const opening = launchChromium({ log: () => undefined })
  wholeProcess.teardown(async () => (await opening).close())
  launched = opening
  return opening
}

type ContextOptions = Parameters<Browser['newContext']>[0]

/** A context whose complaints do not count. A busy machine is slow, and what never comes fails then. */
export async function openContext(options?: ContextOptions): Promise<BrowserContext> {
  const context = await (await openBrowser()).newContext(options)
  context.setDefaultTimeout(patienceMs)
  return context
}

/**
 * A tab. Its file fails if there were complaints in it, or in tabs and frames beside it. Motion would be drawn many
 * times, and differs from one moment to the next.
 */
export async function visit(t: Test, options: ContextOptions = {}): Promise<Visit> {
  const context = await openContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  const complaints = complaintsOf(context)
  t.teardown(async () => {
    await context.close()
    if (complaints.length === 0) return
    // An error here would leave out the teardowns that follow.
    process.stderr.write(`${complaints.join('\n')}\n`)
    process.exitCode = 1
  })
  return { page: await context.newPage(), complaints }
}

function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type|TrustedHTML/i.test(message.text())) {
      complaints.push(message.text())
    }
  })
  return complaints
}

type Person = { email: string; password: string }

/**
 * The next page that this browser opens has a session. Nothing is loaded for it: a page for the form and one after
 * it cost a second of CPU time.
 */
export async function signIn(
  { request }: Pick<Page, 'request'>,
  url: string,
  { email, password }: Person,
): Promise<void> {
  const answer = await request.post(`${url}/api/auth/login`, {
    data: { email, password, session: 'cookie' },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
}

/** A tab of a person who is signed in. */
export async function visitAs(
  t: Test,
  { url, account }: { url: string; account: Person },
  options?: ContextOptions,
): Promise<Visit> {
  const visited = await visit(t, options)
  await signIn(visited.page, url, account)
  return visited
}

export async function signInByForm(
  page: Page,
  url: string,
  { email, password }: Person,
): Promise<void> {
  await page.goto(`${url}/console/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

type Violation = { id: string; nodes: { html: string }[] }

/** React Aria's announcer: for seven seconds it names a button that was pressed, which may be gone by then. */
const announcer = '["[data-live-announcer]"]'

/**
 * A dialog that is fading in, and a button whose colours are changing, have too little contrast. A change of the page
 * may begin in the frame after next. Spinners never end.
 */
export const settled = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const running = () => document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  do {
    await Promise.allSettled(running().map(({ finished }) => finished))
    await frame()
    await frame()
  } while (running().length > 0)
})()`

/** Those that another look of the same elements can break. */
const rulesOfLooks = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
]

type AxeOptions = {
  isDialog?: boolean
  /** Whether all rules have passed for the same elements in another look. */
  isOtherLook?: boolean
}

/**
 * Targets of 24 px are no rule of axe by default. Below an open dialog the page is hidden, with its heading. Selectors
 * of elements, which nothing here shows, take a fifth of the time of a run.
 */
const axeOptions = ({ isDialog = false, isOtherLook = false }: AxeOptions) => ({
  resultTypes: ['violations'],
  selectors: false,
  ...(isOtherLook
    ? { runOnly: rulesOfLooks }
    : {
        rules: {
          'target-size': { enabled: true },
          'landmark-one-main': { enabled: !isDialog },
          'page-has-heading-one': { enabled: !isDialog },
        },
      }),
})

/**
 * By default axe reports a tooltip that is outside of all landmarks, as it does not report a dialog. A tooltip opens
 * whenever a page is drawn below the pointer.
 */
const axeWithTooltips = `${axe}
axe.configure({ checks: [{
  id: 'region',
  options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg' },
}] })`

/** What axe finds, one line each. It is evaluated by the debugger, which no policy of the page concerns. */
export async function axeProblems(page: Page, options: AxeOptions = {}): Promise<string[]> {
  await page.evaluate(settled)
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axeWithTooltips)
  const violations = (await page.evaluate(
    `axe.run({ exclude: [${announcer}] }, ${JSON.stringify(axeOptions(options))})
      .then(({ violations }) => violations)`,
  )) as Violation[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}

type Files = Parameters<FileChooser['setFiles']>[0]

/** Presses a button that asks for files, and chooses these. */
export async function choose(button: Locator, files: Files): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files)
}

export const giveFiles = (page: Page, files: Files): Promise<void> =>
  choose(page.getByRole('button', { name: 'Upload', exact: true }).first(), files)

/** Answers each picture by an empty one: for those of which there is no file. */
export const answerPictures = (page: Page) =>
  page.route('**/api/v1/deliver/**', (route) => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>'
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
