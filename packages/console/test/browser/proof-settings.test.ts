import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const signingKey = await calls<{ id: string }>('POST', `${project}/signing-keys`)
await calls('PUT', `${project}/presets/card`, { w: 320 })
await calls('POST', `${project}/api-keys`, { name: 'Shop' })

const { page } = await visitAs(t, { url, account })
const settings = `${url}/console/p/${projectId}/settings`
const sheet = page.getByRole('alertdialog')
const gone = sheet.getByText('Gone everywhere').last()
const inEffect = page.getByText('In effect everywhere')

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const pressInSheet = (name: string) => sheet.getByRole('button', { name, exact: true }).click()

t.test('what is deleted or revoked stays with the proof that it is gone', async (t) => {
  await page.goto(settings)
  await press('Delete the preset card')
  await pressInSheet('Delete preset')
  await gone.waitFor()
  await sheet.getByText('Details').click()
  await sheet.getByText(/Gone everywhere: \d+ of \d+ replicas?, \d+ ms after commit/).waitFor()
  await sheet.getByRole('link', { name: 'In the log' }).waitFor()
  t.same(await axeProblems(page, { isDialog: true }), [])
  await pressInSheet('Done')
  await page.getByText('No preset yet.').waitFor()

  await press(`Revoke ${signingKey.id}`)
  await pressInSheet('Revoke key')
  await gone.waitFor()
  await pressInSheet('Done')
  await page.getByText('No key yet. You need one for signed addresses.').waitFor()
})

t.test('changed settings say where they are in effect', async (t) => {
  await page.goto(settings)
  await page.getByRole('radio', { name: 'Presets' }).check()
  await press('Save rule')
  await inEffect.first().waitFor()
  t.match(await calls('GET', project), { transformations: 'listed' })

  await page.goto(settings)
  await page.getByRole('radio', { name: 'Private' }).check()
  const side = page.getByLabel('Largest side for everybody, px')
  await side.fill('12')
  await press('Save access')
  await page.locator('[aria-invalid="true"]').waitFor()
  t.match(await calls('GET', project), { originals: 'public' })
  await side.fill('1200')
  await press('Save access')
  await inEffect.first().waitFor()
  t.match(await calls('GET', project), { originals: 'signed', maxPublicWidth: 1200 })

  await page.goto(settings)
  t.equal(await side.inputValue(), '1200')
  await press('New preset')
  const form = page.getByRole('dialog', { name: 'New preset' })
  await form.getByLabel('Name').fill('hero')
  await form.getByLabel('Width, px').fill('640')
  await form.getByRole('button', { name: 'Save preset' }).click()
  await inEffect.first().waitFor()

  await page.goto(`${url}/console/p/${projectId}/keys`)
  await press('More about Shop')
  await page.getByRole('menuitem', { name: 'Change …' }).click()
  const key = page.getByRole('dialog', { name: 'Change Shop' })
  await key.getByLabel('Sites').fill('https://museum.example')
  await key.getByRole('button', { name: 'Save', exact: true }).click()
  await inEffect.first().waitFor()
})

t.test('a deleted project leads to those that are left', async (t) => {
  await page.goto(settings)
  await press('Delete project')
  t.equal(await sheet.getByRole('button', { name: 'Delete project' }).isDisabled(), true)
  await sheet.getByLabel('Type Summer to go on').fill('Summer')
  await pressInSheet('Delete project')
  await gone.waitFor()
  await t.rejects(calls('GET', project), /404/)
  await pressInSheet('Done')
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.goto(`${url}/console/`)
  await page.waitForURL(/\/console\/projects$/)
})
