import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { overflow } from './looks.ts'
import { placesOf, turnTo } from './pages.ts'
import { type PseudoLocale, speak } from './pseudo-locale.ts'
import { callsOf, createSample } from './sample.ts'
import { type Stack, startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

const shots = process.env.VITRINE_SCREENSHOTS

/** What people have written, addresses, codes and names of things, which no language translates. */
const notWords = [
  /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\bhttps?:\/\/\S*/g,
  /\b(?:Summer|Coast|Shop|Ada Curator|The (?:draft|live)|museum-[\w-]+)\b/g,
  /\b(?:Dunes|Harbour|Lighthouse|Pier)(?:\.jpg)?\b/g,
  /\b(?:Vitrine|JPEG|WEBP|WebP|AVIF|PNG|React|Vue|iframe|UTC|image\/jpeg|pk_\w+)\b/g,
  /^(?:WordPress|Wix|Squarespace|Shopify|Webflow|Framer)$/g,
  /^(?:draft|live|summer|card)$/g,
  /x{200}/g,
  // What the service says of a device, what a person types for `auto`, and an example of a label.
  /^(?:Chrome \d+ on \w+|node|auto|next: Weiter)$/g,
]

/** The texts of a page that the catalogue does not have: those with letters of English alone. */
const plainTexts = `(() => {
  const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE
  const skipped = 'script, style, noscript, #unloaded, code, pre, kbd, ins, del, body [lang], [data-live-announcer], svg'
  const elements = [...document.body.querySelectorAll('*')].filter((one) => !one.closest(skipped))
  return elements.flatMap((one) => [
    ...[...one.childNodes].filter(isText).map(({ data }) => data),
    ...['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']
      .map((name) => one.getAttribute(name) ?? ''),
  ])
})()`

async function englishOf(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(plainTexts)) as string[]
  const plain = texts.filter((text) => {
    const rest = notWords.reduce((left, pattern) => left.replaceAll(pattern, ''), text)
    return /[A-Za-z]{3}/.test(rest) && !/[\u00c0-\u024f]/.test(rest)
  })
  return [...new Set(plain)]
}

/** Places of the navigation in px, from its first link to its last. */
const linksAt = async (page: Page): Promise<number[]> => {
  const boxes = (await page.locator('nav a').all()).map((link) => link.boundingBox())
  return (await Promise.all(boxes)).flatMap((box) => (box === null ? [] : [box.x]))
}

/** A sample whose names are as long as names may be, without a space. */
async function createLongNames(url: string, account: Stack['account']) {
  const sample = await createSample(url, account)
  const calls = callsOf(url, account)
  const name = 'x'.repeat(200)
  const project = `/api/projects/${sample.projectId}`
  await calls('PUT', project, { name })
  await calls('PUT', `/api/organizations/${account.organizationId}`, { name })
  for (const id of [sample.draftId, sample.liveId]) {
    await calls('PUT', `${project}/widgets/${id}`, { name })
  }
  await calls('POST', `${project}/api-keys`, { name })
  return sample
}

/** Every page has words of the language, and fits into 360 px. */
export async function checkWords(t: Test, locale: PseudoLocale): Promise<void> {
  const { url, account } = await startStack(t)
  const places = placesOf(await createLongNames(url, account))
  const phone = { viewport: { width: 360, height: 780 } }
  const { page: owner } = await visit(t, phone)
  const { page: stranger } = await visit(t, phone)
  await signIn(owner, url, account)
  for (const page of [owner, stranger]) await speak(page.context(), locale)
  for (const place of places) {
    const page = place.isPublic ? stranger : owner
    await turnTo(page, url, place)
    t.equal(await page.locator('html').getAttribute('lang'), locale, `${place.name}: lang`)
    t.ok((await overflow(page)) <= 0, `${place.name}: nothing is wider than the window`)
    // Dates and numbers of the other one are English.
    if (locale === 'ar-XB') {
      t.same(await englishOf(page), [], `${place.name}: no text is left in English`)
    }
    if (shots !== undefined) {
      await page.screenshot({ path: join(shots, `${place.name}-${locale}.png`), fullPage: true })
    }
  }
  const places360 = await linksAt(owner)
  const sorted = places360.toSorted((one, two) => (locale === 'ar-XB' ? two - one : one - two))
  t.equal(places360.length, 3, 'the others are behind "More"')
  t.same(places360, sorted, 'the navigation is mirrored for a script from right to left')
  await owner.setViewportSize({ width: 1440, height: 900 })
  const rail = await owner.getByRole('navigation').first().boundingBox()
  t.equal((rail?.x ?? 0) > 720, locale === 'ar-XB', 'and so is the page')
}
