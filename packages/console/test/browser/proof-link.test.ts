import t from 'tap'
import { call, startStack } from './stack.ts'
import { axeProblems, signIn, visit } from './visit.ts'

const { url, account } = await startStack(t)
const { token, organizationId } = account
const projects = `/api/organizations/${organizationId}/projects`
const { id: projectId } = (await call(url, 'POST', projects, {
  ...{ token, body: { name: 'Summer' } },
})) as { id: string }
const widget = { name: 'Boats', slug: 'boats', layout: 'GRID', assetIds: [] }
await call(url, 'POST', `/api/projects/${projectId}/widgets`, { token, body: widget })

const { page } = await visit(t)
await signIn(page, url, account)

t.test('the proof of a publication leads to its entry in the log', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/widgets`)
  await page.getByRole('button', { name: 'More about Boats' }).click()
  await page.getByRole('menuitem', { name: 'Publish …' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const link = page.getByRole('link', { name: 'In the log' })
  await link.waitFor()
  t.same(await axeProblems(page), [])
  await link.press('Enter')
  await page.waitForURL(/\/audit\?request=/)
  const entry = page.getByRole('listitem').filter({ hasText: 'Ada Curator' })
  await entry.first().waitFor()
  t.equal(await entry.count(), 1, 'nothing but that call')
})

t.test('the tabs of the code are used by the keyboard', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/widgets`)
  await page.getByRole('link', { name: /^Copy code/ }).click()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Script').focus()
  await page.keyboard.press('ArrowRight')
  t.equal(await tab('Snippet').getAttribute('aria-selected'), 'true')
  await page.keyboard.press('End')
  t.equal(await tab('Vue').getAttribute('aria-selected'), 'true')
  await page.keyboard.press('ArrowRight')
  t.equal(await tab('Script').getAttribute('aria-selected'), 'true')
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Script')
  t.equal(await tab('Vue').getAttribute('tabindex'), '-1', 'one stop of the tab key')
})
