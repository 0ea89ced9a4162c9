import { readFileSync } from 'node:fs'
import type { RoledCall } from '@vitrine/sdk/roles'
import { until } from '@vitrine/testing'
import type { Page, Request } from 'playwright-core'
import type { Sample } from './sample.ts'

/** An address of the console, below `/console/`. */
export type Place = {
  /** As `src/routes.tsx` has it. */
  route: string
  path: string
  /** For screenshots. */
  name: string
  isPublic?: true
  /** The call without which the page has nothing to show. */
  needs?: RoledCall
}

/** Every page, as the owner of the sample sees it. */
export const placesOf = ({
  organizationId,
  projectId,
  assetIds,
  draftId,
  liveId,
}: Sample): Place[] => {
  const [o, p] = [`o/${organizationId}`, `p/${projectId}`]
  const widget = 'widgets/$widgetId'
  return [
    { name: 'sign-in', route: 'sign-in', path: 'sign-in', isPublic: true },
    { name: 'register', route: 'register', path: 'register', isPublic: true },
    { name: 'forgot-password', route: 'forgot-password', path: 'forgot-password', isPublic: true },
    { name: 'reset-password', route: 'reset-password', path: 'reset-password', isPublic: true },
    { name: 'verify-email', route: 'verify-email', path: 'verify-email', isPublic: true },
    { name: 'invitation', route: 'invitation', path: 'invitation', isPublic: true },
    { name: 'projects', route: 'projects', path: 'projects' },
    { name: 'account', route: 'account', path: 'account' },
    { name: 'library', route: 'library', path: `${p}/library` },
    { name: 'details', route: 'library', path: `${p}/library?asset=${assetIds[1]}` },
    { name: 'alt-text', route: 'alt-text', path: `${p}/alt-text` },
    { name: 'widgets', route: 'widgets', path: `${p}/widgets` },
    { name: 'editor', route: widget, path: `${p}/widgets/${draftId}` },
    { name: 'code', route: `${widget}/code`, path: `${p}/widgets/${liveId}/code` },
    { name: 'view', route: `p/$projectId/${widget}/view`, path: `${p}/widgets/${liveId}/view` },
    { name: 'history', route: `${widget}/history`, path: `${p}/widgets/${liveId}/history` },
    { name: 'keys', route: 'keys', path: `${p}/keys` },
    { name: 'analytics', route: 'analytics', path: `${p}/analytics` },
    { name: 'project-settings', route: 'settings', path: `${p}/settings`, needs: 'updateProject' },
    { name: 'members', route: 'members', path: `${o}/members` },
    { name: 'audit', route: 'audit', path: `${o}/audit`, needs: 'listAuditEvents' },
    { name: 'organization', route: 'settings', path: `${o}/settings` },
  ]
}

const scopes = ['/', 'p/$projectId', 'o/$orgId']

/** The routes of the console with a page of their own. */
export function routesOfSource(): string[] {
  const read = (name: string) => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8')
  const source = read('front-routes.tsx') + read('routes.tsx')
  const paths = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
  return [...new Set(paths)].filter((path) => !scopes.includes(path)).sort()
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
