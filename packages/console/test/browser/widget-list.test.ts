import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const described = await upload(url, account, projectId, { name: 'a.jpg', altText: 'A boat' })
const bare = await upload(url, account, projectId, { name: 'b.jpg', width: 301 })
const create = async (name: string, slug: string, layout: string, assetIds: string[]) => {
  const body = { name, slug, layout, assetIds }
  return (await calls<{ id: string }>('POST', `${project}/widgets`, body)).id
}

// One page for all tests: each goes on where the one before has ended.
const { page } = await visitAs(t, { url, account })
const rows = page.getByRole('main').getByRole('listitem')
const names = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
const row = (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) })
const choose = (label: string, option: string) =>
  page.getByLabel(label).selectOption({ label: option })
const listed = (count: string) =>
  page.getByText(count, { exact: true }).waitFor({ state: 'attached' })

t.test('a project without widgets says what they are, and makes the first one', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/widgets`)
  await page.getByText('No widget yet').waitFor()
  t.equal(await page.getByRole('button', { name: 'New widget' }).count(), 2)
  t.same(await axeProblems(page), [])
})

t.test('each widget has its state, its pictures and what visitors would miss', async (t) => {
  const live = await create('Coast', 'coast', 'GRID', [described, bare])
  await create('Attic', 'attic-2026', 'SLIDER', [described])
  await create('Zoo', 'zoo', 'GRID', [])
  await calls('PUT', `${project}/widgets/${live}/publish`)
  await page.reload()
  await listed('3 widgets')
  await row('Coast').getByText('Live', { exact: true }).waitFor()
  await row('Coast').getByText('2 pictures').waitFor()
  await row('Coast').getByText('1 without alt text').waitFor()
  await row('Zoo').getByText('No pictures').waitFor()
  await row('Attic').getByText('Draft', { exact: true }).waitFor()
  t.equal(await row('Attic').getByText('without alt text').count(), 0)
  t.equal(await row('Attic').getByText('attic-2026').count(), 1)
  await page.getByText('no site can show them yet').waitFor()
  t.same(await axeProblems(page), [])
})

t.test('a text of the widget’s own counts as one', async (t) => {
  await create('Harbour', 'harbour', 'GRID', [])
  const { content } = await calls<{ content: { id: string }[] }>(
    'GET',
    `${project}/widgets?q=harbour`,
  )
  const path = `${project}/widgets/${content[0]?.id}`
  await calls('PUT', path, { items: [{ assetId: bare, altText: 'Ships at night' }] })
  await page.reload()
  await row('Harbour').getByText('1 picture', { exact: true }).waitFor()
  await row('Coast').getByText('1 without alt text').waitFor()
  t.equal(await row('Harbour').getByText('without alt text').count(), 0)
})

t.test('the list is searched, filtered and sorted by its address', async (t) => {
  await choose('Order', 'Name, A to Z')
  await page.waitForURL(/sort=name/)
  await page.getByRole('heading', { level: 2 }).first().getByText('Attic').waitFor()
  t.same(await names(), ['Attic', 'Coast', 'Harbour', 'Zoo'])
  await choose('State', 'Drafts')
  await listed('3 widgets')
  t.same(await names(), ['Attic', 'Harbour', 'Zoo'])
  await choose('Layout', 'Grid')
  await listed('2 widgets')
  await page.reload()
  await listed('2 widgets')
  t.same(await names(), ['Harbour', 'Zoo'], 'also after a reload')
  await page.getByRole('searchbox').fill('2026')
  await page.getByText('No widget matches').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await listed('4 widgets')
  t.equal(new URL(page.url()).search, '')
  t.equal(await page.getByRole('searchbox').inputValue(), '')
})

t.test('a slug finds its widget, and a blank before the next word stays', async (t) => {
  const search = page.getByRole('searchbox')
  await search.fill('attic-2026')
  await listed('1 widget')
  await search.fill('')
  await listed('4 widgets')
  await search.pressSequentially('har ')
  await page.waitForURL(/q=har/)
  await listed('1 widget')
  await search.pressSequentially('x')
  t.equal(await search.inputValue(), 'har x')
  await page.getByText('No widget matches').waitFor()
  await search.fill('')
  await listed('4 widgets')
})

t.test('a copy is a draft with a slug of its own', async (t) => {
  await page.getByRole('button', { name: 'More about Coast' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByText(/^Copied as .+, a draft\.$/).waitFor()
  await listed('5 widgets')
  const { content } = await calls<{
    content: { name: string; slug: string; status: string; assetIds: string[] }[]
  }>('GET', `${project}/widgets?sort=createdAt,desc`)
  t.match(content[0], { status: 'DRAFT', assetIds: [described, bare] })
  t.not(content[0]?.slug, 'coast')
})

t.test('a name with other letters suggests a slug, which a person can replace', async (t) => {
  await page.getByRole('button', { name: 'New widget' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New widget' })
  await dialog.getByLabel('Name').fill('Große Fahrt №5')
  t.equal(await dialog.getByLabel('Slug').inputValue(), 'grosse-fahrt-no5')
  await dialog.getByLabel('Slug').fill('Coast!')
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await page.locator('[role="dialog"] input[aria-invalid="true"]').waitFor()
  await dialog.getByLabel('Slug').fill('coast')
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await dialog.getByText('is taken').waitFor()
  t.equal(await dialog.getByLabel('Name').inputValue(), 'Große Fahrt №5', 'nothing is lost')
  await dialog.getByLabel('Slug').fill('')
  t.equal(await dialog.getByLabel('Slug').inputValue(), 'grosse-fahrt-no5', 'ours again')
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await page.waitForURL(/\/widgets\/[0-9a-f-]{36}$/)
})

t.test('a name keeps its room in windows of each width', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/widgets`)
  for (const width of [1440, 1180, 960, 820, 700, 600, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const room = await row('Harbour')
      .getByRole('heading')
      .evaluate((heading) => heading.clientWidth)
    t.ok(room >= 140, `${room} px at ${width} px`)
  }
})
