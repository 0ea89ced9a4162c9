import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '@vitrine/local/browser'
import { freshEmail, freshName, jpeg } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Hand } from './hands.js'
import { startBehindRouter } from './stack.js'

/** On a busy machine. */
const patienceMs = 180_000

/** Other pictures each time: what a project has is not sent again. */
async function newPictures(folder: string, from: number): Promise<string[]> {
  return Promise.all(
    [0, 1, 2].map(async (index) => {
      const file = join(folder, `picture-${from}-${index}.jpg`)
      await writeFile(file, await jpeg({ width: 300 + from + index, height: 200 }))
      return file
    }),
  )
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** From the library: pictures, a widget of them, its publication, and its code for a site. */
async function publishAndCopy(
  { page, hand, folder }: { page: Page; hand: Hand; folder: string },
  name: string,
  from: number,
): Promise<string> {
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await hand.choose(button(page, 'Upload').first(), await newPictures(folder, from))
  const cells = page.getByRole('gridcell')
  await cells.nth(from + 2).waitFor()
  // Without those of the visit before.
  await button(page, 'Uploads: 3 of 3').waitFor()
  await page
    .locator('img[data-loaded]')
    .nth(from + 2)
    .waitFor()
  await hand.selectAll(cells)
  await page.getByText(`${from + 3} selected`).waitFor()
  await hand.press(button(page, 'New widget from these'))
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await hand.press(button(page, 'Publish'))
  const sheet = page.getByRole('dialog')
  await hand.press(sheet.getByRole('button', { name: 'Publish', exact: true }))
  await sheet.getByText('Live everywhere').first().waitFor()
  await hand.press(sheet.getByRole('link', { name: 'Copy code' }))
  return copy(page, hand)
}

/** On the page of the code: Copy asks for the site, and has the focus again once there is a key for it. */
async function copy(page: Page, hand: Hand): Promise<string> {
  await hand.press(button(page, 'Copy').first())
  await page.getByLabel('Site').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('https://museum.example')
  await page.keyboard.press('Enter')
  await button(page, 'Copy').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await button(page, 'Copied').waitFor()
  return clipboardOf(page)
}

const clipboardOf = async (page: Page): Promise<string> =>
  String(await page.evaluate('navigator.clipboard.readText()'))

async function register(page: Page): Promise<void> {
  const fields = [freshName('Museum'), 'Ada Curator', freshEmail(), 'wet-paint-on-canvas-7']
  await page.getByLabel('Organization').and(page.locator(':focus')).waitFor()
  for (const text of fields) {
    await page.keyboard.type(text)
    if (text !== fields.at(-1)) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

/** The answers that sites with the code get. */
async function delivered(url: string, code: string): Promise<unknown> {
  const [key, slug] = [/pk_[A-Za-z0-9]{38}/.exec(code)?.[0], /slug="([^"]+)"/.exec(code)?.[1]]
  const response = await fetch(`${url}/api/v1/widgets/${slug}?api_key=${key}`, {
    headers: { origin: 'https://museum.example' },
  })
  return response.json()
}

/** From registration to publication and the copied code, three times, each with fewer actions. */
export async function journey(t: Test, createHand: (page: Page) => Hand): Promise<void> {
  const url = await startBehindRouter(t)
  const browser = await launchChromium({ log: () => undefined })
  t.teardown(() => browser.close())
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-journey-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const page = await context.newPage()
  const atMost = (hand: Hand, most: number, what: string) =>
    t.ok(hand.pointerActions() <= most, `${what}: ${hand.pointerActions()} of ${most}`)

  let hand = createHand(page)
  await page.goto(`${url}/console`)
  await hand.press(page.getByRole('link', { name: 'Create an account' }))
  await register(page)
  await hand.press(button(page, 'New project'))
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.type('Summer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Drop pictures here' }).waitFor()
  const first = await publishAndCopy({ page, hand, folder }, 'Coast', 0)
  atMost(hand, 9, 'from the registration to the copied code')
  t.match(first, 'slug="coast"')
  t.match(await delivered(url, first), {
    widget: { slug: 'coast' },
    assets: { length: 3 },
  })

  hand = createHand(page)
  await page.goto(`${url}/console`)
  const second = await publishAndCopy({ page, hand, folder }, 'Harbour', 3)
  atMost(hand, 7, 'from pictures to the copied code')
  t.match(second, 'slug="harbour"')
  t.match(await delivered(url, second), {
    widget: { slug: 'harbour' },
    assets: { length: 6 },
  })

  hand = createHand(page)
  await page.goto(`${url}/console`)
  await hand.press(page.getByRole('link', { name: 'Widgets', exact: true }))
  await hand.press(page.getByRole('link', { name: 'Copy code of Coast' }))
  const third = await copy(page, hand)
  atMost(hand, 3, 'from an existing widget to the copied code')
  t.match(third, 'slug="coast"')
}
