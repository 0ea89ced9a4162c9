import { launchChromium } from '@vitrine/local/browser'
import { jpeg } from '@vitrine/testing'
import t from 'tap'
import { call, startStack } from './stack.ts'
import { axeProblems, signIn, visit } from './visit.ts'

const { url, account } = await startStack(t)
const { token, organizationId } = account
const projects = `/api/organizations/${organizationId}/projects`
const { id: projectId } = (await call(url, 'POST', projects, {
  ...{ token, body: { name: 'Summer' } },
})) as { id: string }
const project = `/api/projects/${projectId}`
const form = new FormData()
form.set('file', new File([Buffer.from(await jpeg({ width: 64, height: 48 }))], 'one.jpg'))
const { id: assetId } = (await call(url, 'POST', `${project}/assets`, { token, form })) as {
  id: string
}

const browser = await launchChromium({ log: () => undefined })
t.teardown(() => browser.close())
const { page, complaints } = await visit(t, browser)
await signIn(page, url, account)

/** Another person's change, while the page is open. */
const meanwhile = (path: string, body: object) => call(url, 'PUT', path, { token, body })
const read = (path: string) => call(url, 'GET', path, { token })
const settings = `${url}/console/p/${projectId}/settings`

t.test('a change of another field does not stop a form', async (t) => {
  await page.goto(settings)
  await page.getByLabel('Name of the project').fill('Winter')
  await meanwhile(project, { slug: 'the-cold-one' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await read(project), { name: 'Winter', slug: 'the-cold-one' })
  t.equal(await page.getByLabel('Short name').inputValue(), 'the-cold-one')
})

t.test('a field that both have changed is a choice, and nothing is loaded again', async (t) => {
  const name = page.getByLabel('Name of the project')
  await name.fill('Spring')
  await meanwhile(project, { name: 'Autumn' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const news = page.getByText(/Name of the project is now “Autumn”/)
  await news.waitFor()
  t.match(await read(project), { name: 'Autumn' })
  t.same(await axeProblems(page), [])
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await news.waitFor({ state: 'detached' })
  await page.waitForFunction('document.querySelector("main")?.innerText.includes("Spring")')
  t.match(await read(project), { name: 'Spring' })

  await name.fill('Monsoon')
  await meanwhile(project, { name: 'Solstice' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Take theirs' }).press('Enter')
  t.equal(await name.inputValue(), 'Solstice')
})

t.test('a folder is renamed and moved, and a picture is renamed', async (t) => {
  const folders = `${project}/folders`
  await call(url, 'POST', folders, { token, body: { path: 'Paintings' } })
  const { id } = (await call(url, 'POST', folders, { token, body: { path: 'Oil' } })) as {
    id: string
  }
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('button', { name: 'More about Oil' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename or move Oil' })
  await dialog.getByLabel('Name').fill('Oils')
  await meanwhile(`${folders}/${id}`, { name: 'Oil on canvas' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/Name is now “Oil on canvas”/).waitFor()
  t.same(await axeProblems(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.match(await read(`${folders}/${id}`), { name: 'Oils' })

  await page.goto(`${url}/console/p/${projectId}/library?asset=${assetId}`)
  await page.getByLabel('Alt text').fill('A boat')
  await meanwhile(`${project}/assets/${assetId}`, { altText: 'A ship', tags: ['sea'] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Alt text is now “A ship”/).waitFor()
  t.equal(await page.getByLabel('Tags').inputValue(), 'sea')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await read(`${project}/assets/${assetId}`), { altText: 'A boat', tags: ['sea'] })
  t.same(complaints, [])
})
