import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { addMember, startProject } from './sample.ts'
import { call } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, projectId, project } = await startProject(t)
const { token, organizationId } = account
const form = new FormData()
form.set('file', new File([Buffer.from(await jpeg({ width: 64, height: 48 }))], 'one.jpg'))
const { id: assetId } = (await call(url, 'POST', `${project}/assets`, { token, form })) as {
  id: string
}

const { page } = await visitAs(t, { url, account })

/** Another person's change, while the page is open. */
const byAnother = (path: string, body: object) => call(url, 'PUT', path, { token, body })
const read = (path: string) => call(url, 'GET', path, { token })
const settings = `${url}/console/p/${projectId}/settings`

t.test('a change of another field does not stop a form', async (t) => {
  await page.goto(settings)
  await page.getByLabel('Name of the project').fill('Winter')
  await byAnother(project, { slug: 'the-cold-one' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await read(project), { name: 'Winter', slug: 'the-cold-one' })
  t.equal(await page.getByLabel('Short name').inputValue(), 'the-cold-one')
})

t.test('a field that both have changed is a choice, and nothing is loaded again', async (t) => {
  const name = page.getByLabel('Name of the project')
  await name.fill('Spring')
  await byAnother(project, { name: 'Autumn' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const news = page.getByText(/Name of the project is now “Autumn”/)
  await news.waitFor()
  t.match(await read(project), { name: 'Autumn' })
  t.same(await axeProblems(page), [])
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await news.waitFor({ state: 'detached' })
  await page.getByText(/^How Spring is called/).waitFor()
  t.match(await read(project), { name: 'Spring' })

  await name.fill('Monsoon')
  await byAnother(project, { name: 'Solstice' })
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
  await byAnother(`${folders}/${id}`, { name: 'Oil on canvas' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/Name is now “Oil on canvas”/).waitFor()
  t.same(await axeProblems(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.match(await read(`${folders}/${id}`), { name: 'Oils' })

  await page.goto(`${url}/console/p/${projectId}/library?asset=${assetId}`)
  await page.getByLabel('Alt text').fill('A boat')
  await byAnother(`${project}/assets/${assetId}`, { altText: 'A ship', tags: ['sea'] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Alt text is now “A ship”/).waitFor()
  t.equal(await page.getByRole('textbox', { name: 'Tags' }).inputValue(), 'sea')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await read(`${project}/assets/${assetId}`), { altText: 'A boat', tags: ['sea'] })
})

t.test('the name of an organization that another person has changed is a choice', async (t) => {
  const organization = `/api/organizations/${organizationId}`
  await page.goto(`${url}/console/o/${organizationId}/settings`)
  await page.getByLabel('Name of the organization').fill('Museum of Spring')
  await byAnother(organization, { name: 'Museum of Autumn' })
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText(/Name of the organization is now “Museum of Autumn”/).waitFor()
  t.match(await read(organization), { name: 'Museum of Autumn' })
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('The organization has a new name.').waitFor()
  t.match(await read(organization), { name: 'Museum of Spring' })
})

t.test('the role of a member that another person has changed is a choice', async (t) => {
  const { email } = await addMember(url, account, 'VIEWER')
  const members = `/api/organizations/${organizationId}/members`
  const found = async () => {
    const list = (await read(`${members}?q=${encodeURIComponent(email)}`)) as {
      content: { userId: string; role: string }[]
    }
    return list.content[0]
  }
  await page.goto(`${url}/console/o/${organizationId}/members`)
  await page.getByRole('button', { name: 'Actions for Grace Viewer' }).click()
  await page.getByRole('menuitem', { name: 'Change role …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Role of Grace Viewer' })
  await dialog.getByRole('radio', { name: 'Editor' }).check()
  await byAnother(`${members}/${(await found())?.userId}`, { role: 'ADMIN' })
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await dialog.getByText(/Role is now “Admin”/).waitFor()
  t.match(await found(), { role: 'ADMIN' })
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.match(await found(), { role: 'EDITOR' })
})

t.test('a key that another person has changed is a choice', async (t) => {
  const keys = `${project}/api-keys`
  const { id } = (await call(url, 'POST', keys, { token, body: { name: 'Shop' } })) as {
    id: string
  }
  await page.goto(`${url}/console/p/${projectId}/keys`)
  await page.getByRole('button', { name: 'More about Shop' }).click()
  await page.getByRole('menuitem', { name: 'Change …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('The shop')
  await byAnother(`${keys}/${id}`, { name: 'A shop', allowedOrigins: ['https://shop.example'] })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText(/Name is now “A shop”/).waitFor()
  t.equal(await dialog.getByLabel('Sites').inputValue(), 'https://shop.example')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  t.match(await read(keys), [{ name: 'The shop', allowedOrigins: ['https://shop.example'] }])
})

t.test('a preset that another person has changed is a choice', async (t) => {
  const preset = `${project}/presets/card`
  await byAnother(preset, { w: 320 })
  await page.goto(settings)
  await page.getByRole('button', { name: 'Edit the preset card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preset card' })
  await dialog.getByLabel('Width, px').fill('400')
  await byAnother(preset, { w: 360, q: 70 })
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await dialog.getByText(/is now “360”/).waitFor()
  t.equal(await dialog.getByLabel('Quality').inputValue(), '70')
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  t.equal(await dialog.getByLabel('Width, px').inputValue(), '360')
  await dialog.getByLabel('Width, px').fill('480')
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.match(await read(preset), { w: 480, q: 70 })
})

t.test('in the alt-text run a text of another person is shown before it is replaced', async (t) => {
  const asset = `${project}/assets/${assetId}`
  await byAnother(asset, { altText: null })
  await page.goto(`${url}/console/p/${projectId}/alt-text`)
  const text = page.getByLabel('What does this picture show?')
  await text.fill('Two boats')
  await byAnother(asset, { altText: 'Three boats' })
  await text.press('Enter')
  await page.getByText(/Another person has written: “Three boats”/).waitFor()
  t.match(await read(asset), { altText: 'Three boats' })
  await page.getByRole('button', { name: 'Save again' }).click()
  await page.getByText('Every picture has its text').waitFor()
  t.match(await read(asset), { altText: 'Two boats' })
})
