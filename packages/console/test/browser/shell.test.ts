import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { addMember, startProject, upload } from './sample.ts'
import { axeProblems, openContext, visitAs } from './visit.ts'

const { url, account, calls, projectId } = await startProject(t)
const projects = `/api/organizations/${account.organizationId}/projects`
const names = ['Coast', 'Forest', 'Harbour', 'Lake', 'Meadow', 'Mountain', 'River']
for (const name of names) await calls('POST', projects, { name })

const { page } = await visitAs(t, { url, account })
const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
const at = (path: string) => page.goto(`${url}/console/${path}`)
const picture = async (name: string) => {
  const folder = process.env.VITRINE_SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function run(command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('searchbox', { name: 'Go to a page, widget, picture or person' })
  await search.fill(command)
  await page.getByRole('menuitem', { name: command }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

t.test('the palette opens forms, and changes the appearance', async (t) => {
  await at(`p/${projectId}/keys`)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  for (const _ of ['first', 'again']) {
    await run('New API key')
    await page.getByRole('dialog', { name: 'New key' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await run('Invite a colleague')
  await page.getByRole('dialog', { name: 'Invite a colleague' }).waitFor()
  t.notMatch(page.url(), '#')
  await page.keyboard.press('Escape')
  await run('Appearance: dark')
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
})

t.test('the palette finds widgets, pictures, people and settings', async (t) => {
  const picture = await upload(url, account, projectId, { name: 'Lantern flowers.jpg' })
  const widget = {
    name: 'Flower carousel',
    slug: 'flowers',
    layout: 'CAROUSEL',
    assetIds: [picture],
  }
  const { id } = await calls<{ id: string }>('POST', `/api/projects/${projectId}/widgets`, widget)
  const { name } = await addMember(url, account, 'VIEWER')
  const find = async (words: string, found: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox', { name: /^Go to/ }).fill(words)
    await page.getByRole('menuitem', { name: found }).waitFor()
    await page.locator('[role="menuitem"][data-focused]', { hasText: found }).waitFor()
    await page.keyboard.press('Enter')
  }
  await at(`p/${projectId}/keys`)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await find('flower car', 'Flower carousel')
  await page.waitForURL(`**/p/${projectId}/widgets/${id}`)
  // "Appearance: dark" has these letters, and is there before the service has answered.
  await at(`p/${projectId}/keys`)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await find('car', 'Flower carousel')
  await page.waitForURL(`**/p/${projectId}/widgets/${id}`)
  await find('lantern', 'Lantern flowers.jpg')
  await page.waitForURL(`**/p/${projectId}/library?asset=${picture}`)
  await find(name, name)
  await page.waitForURL(`**/o/${account.organizationId}/members?q=*`)
  await find('signing', 'Signing keys')
  await page.waitForURL(`**/p/${projectId}/settings#signing-keys`)
  const isInSight = `(() => {
    const { top, bottom } = document.getElementById('signing-keys').getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })()`
  await page.getByRole('heading', { name: 'Signing keys' }).waitFor()
  await until(async () => (await page.evaluate(isInSight)) === true)
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: /^Go to/ }).fill('qqqq')
  await page.getByText('Nothing has this name.').waitFor()
  t.same(await axeProblems(page, { isDialog: true }), [])
  await page.keyboard.press('Escape')
})

t.test('a slash leads to the search of the page, and a question mark shows the keys', async (t) => {
  await at(`p/${projectId}/widgets`)
  const search = page.locator('#page input[type="search"]')
  await search.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  t.same(await axeProblems(page, { isDialog: true }), [])
  await picture('keys-dark')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  t.equal(await focused(), await search.getAttribute('aria-label'))
  await page.keyboard.type('a/b?')
  t.equal(await search.inputValue(), 'a/b?', 'in a field they are letters')
})

t.test('projects are found by typing', async (t) => {
  await at('projects')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().click()
  const search = page.getByRole('searchbox', { name: 'Find a project' })
  await search.waitFor()
  await page.keyboard.type('our')
  const found = page.getByRole('menuitem')
  await page.getByRole('menuitem', { name: 'Coast' }).waitFor({ state: 'detached' })
  t.same(await found.allTextContents(), ['Harbour'])
  t.same(await axeProblems(page, { isDialog: true }), [])
  await picture('projects-dark')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/p\/[^/]+\/library/)
})

t.test('of another address than the public one, the page explains why it is empty', async (t) => {
  const context = await openContext()
  t.teardown(() => context.close())
  const other = await context.newPage()
  const sentence = other.getByText('public address of this installation')
  await other.goto(`${url.replace('localhost', '127.0.0.1')}/console/sign-in`)
  t.ok(await sentence.isVisible())
  await other.goto(`${url}/console/sign-in`)
  await other.getByLabel('E-mail').waitFor()
  t.notOk(await sentence.isVisible())
})
