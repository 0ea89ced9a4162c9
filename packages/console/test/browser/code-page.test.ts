import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg', altText: 'Dunes' })
const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, {
  name: 'Summer show',
  slug: 'summer-show',
  layout: 'GRID',
  assetIds: [assetId],
})
await calls('PUT', `${project}/widgets/${id}/publish`)
const { page } = await visitAs(t, { url, account })

t.test('a site that forbids inline styles gets links to them, and what to allow', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/widgets/${id}/code`)
  await page.getByRole('tab', { name: 'Snippet' }).click()
  const code = page.locator('figure code').first()
  await code.getByText('<style>').waitFor()
  await page.getByText('Advanced').click()
  await page.getByRole('checkbox', { name: 'My site forbids inline styles' }).check({ force: true })
  await code.getByText('<link rel="stylesheet"').waitFor()
  t.notMatch(await code.textContent(), '<style>')
  await page.getByText('If your site has a Content-Security-Policy').click()
  await page.getByText(`style-src ${url}/embed/;`).waitFor()
  await page.getByText('If your site is made with').click()
  await page.getByText('in a “Custom Liquid” section').waitFor()
  t.pass('and where its builder takes code')
})
