import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, {
  name: 'Fog',
  slug: 'fog',
  layout: 'GRID',
  assetIds: [],
  theme: { captionColor: '#777777', captionBackground: '#888888' },
})

const { page } = await visitAs(t, { url, account }, { viewport: { width: 360, height: 740 } })
await page.goto(`${url}/console/p/${projectId}/widgets/${id}`)

/** Goes to the field of the problem by the keyboard alone. */
async function show(words: string): Promise<void> {
  await page.getByRole('button', { name: /problems?$/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Problems' })
  const row = dialog.getByRole('listitem').filter({ hasText: words })
  await row.getByRole('button', { name: 'Show' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}
const focused = (label: string) =>
  page.getByRole('textbox', { name: label, exact: true }).and(page.locator(':focus')).waitFor()

t.test('a problem leads to the field of the settings that it is about', async () => {
  await show('the contrast is')
  await focused('Text of captions')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('')
  await show('The widget has no name.')
  await focused('Name')
  await page.keyboard.type('Fog again')
  await page.getByRole('heading', { level: 1, name: 'Fog again' }).waitFor()
})

t.test('a widget without pictures leads to the button that adds some', async () => {
  await show('The widget shows no pictures.')
  await page.getByRole('button', { name: 'Add pictures' }).and(page.locator(':focus')).waitFor()
})
