import type { RoledCall } from '@vitrine/sdk/roles'
import { until } from '@vitrine/testing'
import type { Page, Request } from 'playwright-core'
import { pages } from '../../build/pages.mjs'
import type { Sample } from './sample.ts'

/** An address of the console, below `/console/`. */
export type Place = {
  path: string
  name: string
  isPublic: boolean
  /** The call without which the page has nothing to show. */
  needs?: RoledCall | undefined
}

/** Names of pages that the last word of their addresses does not tell apart. */
const names = new Map([
  ['p/$projectId/widgets/$widgetId', 'editor'],
  ['p/$projectId/settings', 'project-settings'],
  ['o/$orgId/settings', 'organization'],
])
const needs = new Map<string, RoledCall>([
  ['project-settings', 'updateProject'],
  ['audit', 'listAuditEvents'],
])

/** Every page of the router, as the owner of the sample sees it, and the details of a picture. */
export function placesOf(sample: Sample): Place[] {
  const { organizationId, projectId, assetIds, draftId, liveId } = sample
  const all = pages.map(({ path, isBehindSignIn }): Place => {
    const name = names.get(path) ?? path.split('/').at(-1) ?? path
    return {
      name,
      path: path
        .replace('$projectId', projectId)
        .replace('$orgId', organizationId)
        .replace('$widgetId', name === 'editor' ? draftId : liveId),
      isPublic: !isBehindSignIn,
      needs: needs.get(name),
    }
  })
  const details = `p/${projectId}/library?asset=${assetIds[1]}`
  return [...all, { name: 'details', path: details, isPublic: false }]
}

/** Loads it, and waits until its data are shown. */
export async function visitPlace(page: Page, url: string, { path }: Place): Promise<void> {
  await page.goto(`${url}/console/${path}`)
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await isComplete(page)
}

const isComplete = async (page: Page): Promise<void> => {
  await page
    .locator('[aria-busy="true"], [data-state="loading"]')
    .first()
    .waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** Requests without their answer, of pages that have turned. */
const asked = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const known = asked.get(page)
  if (known !== undefined) return known
  const requests = new Set<Request>()
  asked.set(page, requests)
  page.on('request', (request) => requests.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => requests.delete(request))
  }
  return requests
}

const frames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'

/** The same as `visitPlace` for a tab of the console, which goes there as links do: that costs a third of a load. */
export async function turnTo(page: Page, url: string, place: Place): Promise<void> {
  const address = new URL(`/console/${place.path}`, url)
  const { origin, pathname } = new URL(page.url())
  // The page at the same path has no other element.
  if (origin !== address.origin || pathname === address.pathname)
    return visitPlace(page, url, place)
  const requests = requestsOf(page)
  await page.evaluate(`document.querySelector('main')?.setAttribute('data-left', '')
    history.pushState(null, '', '${address.href}')`)
  await page.locator('main[data-left]').waitFor({ state: 'detached' })
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  do {
    await until(() => requests.size === 0)
    await isComplete(page)
    await page.evaluate(frames)
  } while (requests.size > 0)
}
