import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const widget = { name: 'Boats', slug: 'boats', layout: 'GRID', assetIds: [] }
await calls('POST', `${project}/widgets`, widget)

const { page } = await visitAs(t, { url, account })

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

t.test('a change that is stored, but pending, is asked for again by the same key', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/widgets`)
  const keys: (string | undefined)[] = []
  await page.route('**/unpublish', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    const json = { status: 503, code: 'PROPAGATION_PENDING', message: 'pending' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  await page.getByRole('button', { name: 'More about Boats' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish …' }).click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  const line = (tone: string) => page.locator(`[data-step][data-tone="${tone}"]`)
  await line('late').waitFor()
  t.equal(keys.length, 1, 'amber before the answer')
  await line('good').filter({ hasText: 'Gone everywhere' }).waitFor()
  t.equal(keys.length, 2)
  t.ok(keys[0])
  t.equal(keys[1], keys[0], 'with the same Idempotency-Key')
  await page.unroute('**/unpublish')
  await page.getByRole('button', { name: 'Done' }).click()
})
