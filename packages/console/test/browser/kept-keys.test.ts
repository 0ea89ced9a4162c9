import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg', altText: 'Dunes' })
await upload(url, account, projectId, { name: 'Pier.jpg', altText: 'Pier', width: 301 })

const { page } = await visitAs(t, { url, account })
// Nothing is loaded ahead of its use.
await page.addInitScript('window.requestIdleCallback = () => 0')

/** Opens a page, and holds every script that it asks for from then on. */
async function open(path: string, ready: string) {
  await page.unrouteAll()
  await page.goto(`${url}/console/p/${projectId}/${path}`)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/console/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return async (keys: readonly string[]) => {
    const [first = '', ...others] = keys
    const asked = page.waitForRequest('**/console/assets/*.js')
    await page.keyboard.press(first)
    await asked
    for (const key of others) await page.keyboard.press(key)
    if (await page.locator('[role="dialog"], [role="menu"]').count()) throw new Error('it is there')
    release()
  }
}

const letters = (words: string): string[] => [...words].map((one) => (one === ' ' ? 'Space' : one))

t.test('the palette takes what was typed before it was there', async () => {
  const press = await open('widgets', 'h1')
  await press(['Control+k', ...letters('analytiks'), 'Backspace', 'Backspace', 'c', 'Enter'])
  await page.waitForURL(/\/analytics/)
})

t.test('a name that is typed after F2 is the new one, and no key reaches the page', async (t) => {
  const press = await open('library', '[data-index="0"]')
  await page.locator('[data-index="1"]').focus()
  await press(['F2', 'Home', ...letters('The w'), 'Enter'])
  await page.getByText('Renamed.').waitFor()
  t.match(await calls('GET', `${project}/assets/${assetId}`), { filename: 'The wDunes.jpg' })
})

t.test('a question is answered by keys that are pressed before it is asked', async (t) => {
  const press = await open('library', '[data-index="0"]')
  await page.locator('[data-index="0"]').focus()
  // The focus starts at the button that changes nothing.
  await press(['Delete', 'Enter'])
  await page.getByText('1 selected').waitFor()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  t.match(await calls('GET', `${project}/assets`), { totalElements: 2 })
})

t.test('a widget of the selection has the name that was typed ahead', async () => {
  const press = await open('library', '[data-index="0"]')
  await page.locator('[data-index="0"]').focus()
  await press(['w', ...letters('Coast'), 'Enter'])
  await page.getByRole('heading', { name: 'Coast' }).waitFor()
})

t.test('a menu goes to what the arrow keys have chosen', async () => {
  const press = await open('widgets', 'h1')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('button').first()
  await menu.focus()
  await press(['ArrowDown', 'End', 'Enter'])
  await page.getByRole('dialog', { name: 'New organization' }).getByLabel('Name').waitFor()
})

t.test('Escape closes what is not there yet, and the page has its keys again', async () => {
  const press = await open('widgets', 'h1')
  await press(['?', 'Escape'])
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unrouteAll()
  await page.keyboard.press('/')
  await page.locator('#page input[type="search"]:focus').waitFor()
})
