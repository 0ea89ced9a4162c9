import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { startSite } from './site.ts'
import { visitAs } from './visit.ts'

/** From the library to copied code, with each key of a chord. */
const mostKeys = 25

const { url, account, calls, projectId, project } = await startProject(t)
const site = await startSite(t)
const names = ['Dunes', 'Harbour', 'Pier']
for (const [index, name] of names.entries()) {
  await upload(url, account, projectId, { name: `${name}.jpg`, width: 300 + index, altText: name })
}
await calls('POST', `${project}/api-keys`, { name: 'Museum', allowedOrigins: [site.origin] })

const { page } = await visitAs(t, { url, account })
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })

t.test('a few keys lead from the library to code that works', async (t) => {
  let count = 0
  const press = async (key: string) => {
    count += key.split('+').length
    await page.keyboard.press(key)
  }
  const focusedName = 'document.activeElement.textContent'
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('gridcell', { name: /Dunes/ }).waitFor()
  await press('Tab')
  await press('Enter')
  await press('Tab')
  t.equal(await page.evaluate(focusedName), 'Skip to the pictures')
  await press('Enter')
  await page.locator('[data-index="0"]:focus').waitFor()
  await press('Control+Space')
  await press('Shift+ArrowRight')
  await page.locator('[data-index="1"]:focus').waitFor()
  await press('Shift+ArrowRight')
  await page.getByText('3 selected').waitFor()
  await press('w')
  const dialog = page.getByRole('dialog', { name: 'New widget from 3 pictures' })
  t.equal(await dialog.getByLabel('Name').inputValue(), 'New widget')
  await press('Enter')
  await page.waitForURL(/\/widgets\/[^/]+$/)
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  await press('Control+Enter')
  await page.getByRole('dialog', { name: 'Publish the widget' }).waitFor()
  await press('Tab')
  await press('Enter')
  await page.locator('button:focus', { hasText: 'Done' }).waitFor()
  await press('Tab')
  await press('Enter')
  await page.waitForURL(/\/code$/)
  await page.locator(`input[name="site"][value="${site.origin}"]`).waitFor()
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  await press('Control+c')
  await page.getByText('The code needs a key first').waitFor()
  await press('Enter')
  await page.getByText('The code now has the key').waitFor()
  await page.locator('figcaption button:focus').waitFor()
  await press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  t.ok(count <= mostKeys, `${count} keys`)

  site.paste((await page.evaluate('navigator.clipboard.readText()')) as string)
  await page.goto(site.origin)
  const widget = page.locator('vitrine-widget')
  for (const name of names) await widget.locator(`img.loaded[alt="${name}"]`).waitFor()
})

t.test('the palette offers the actions on the selection, and those of the editor', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('gridcell', { name: /Dunes/ }).waitFor()
  await page.locator('[data-index="0"]').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+k')
  const making = page.getByRole('menuitem', { name: /^New widget from 3 pictures/ })
  t.match(await making.textContent(), /W$/, 'with its key')
  await page.keyboard.type('new wid')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New widget from 3 pictures' })
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.type('Autumn')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Autumn' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('menuitem', { name: /^Publish/ }).waitFor()
  await page.keyboard.type('publish')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Publish the widget' }).waitFor()
})
