import t from '@vitrine/testing/t'
import { call, startStack } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account } = await startStack(t)
const { token, organizationId } = account
const organization = `${url}/console/o/${organizationId}`
const { id: projectId } = (await call(
  url,
  'POST',
  `/api/organizations/${organizationId}/projects`,
  { token, body: { name: 'Summer' } },
)) as { id: string }
const { page } = await visitAs(t, { url, account })
const email = `grace-${organizationId}@example.test`

async function invite(): Promise<string> {
  await page.goto(`${organization}/members`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('radio', { name: 'Viewer' }).check()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const ready = page.getByRole('alertdialog', { name: 'The invitation is sent' })
  await ready.getByText(/It can be accepted until /).waitFor()
  const link = await ready.locator('code').textContent()
  await ready.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor()
  return decodeURIComponent(String(link).split('#')[1] ?? '')
}

t.test('an admin runs the organization', async (t) => {
  const invitation = await invite()
  const body = { token: invitation, name: 'Grace Hopper', password: 'wet-paint-on-canvas-8' }
  await call(url, 'POST', '/api/auth/invitations/accept', { body })

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Change role …' }).click()
  const role = page.getByRole('dialog', { name: 'Role of Grace Hopper' })
  await role.getByRole('radio', { name: 'Editor' }).check()
  t.same(await axeProblems(page), [])
  await role.getByRole('button', { name: 'Save role' }).click()
  await page
    .getByRole('row', { name: /Grace Hopper/ })
    .getByText('Editor')
    .waitFor()
  const members = `/api/organizations/${organizationId}/members`
  t.match(await call(url, 'GET', `${members}?q=grace`, { token }), {
    content: [{ role: 'EDITOR' }],
  })

  await page.getByRole('button', { name: 'Actions for Ada Curator' }).click()
  await page.getByRole('menuitem', { name: 'Leave …' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave the organization?' })
  await leave.getByRole('button', { name: 'Leave', exact: true }).click()
  await leave.getByText('An organization keeps at least one owner.').waitFor()
  await leave.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${organization}/audit?kind=member&action=member.update`)
  const event = page.getByRole('listitem').filter({ hasText: 'changed the role of a member' })
  await event.locator('summary').click()
  await event.getByRole('row', { name: 'role VIEWER EDITOR' }).waitFor()
  await event.getByRole('button', { name: 'More about this event' }).click()
  await page.getByRole('menuitem', { name: 'Everything by this call' }).click()
  await page.getByText('All that one call changed').waitFor()
  await event.waitFor()
  t.match(page.url(), /audit\?request=/)
})

t.test('a person makes a token and ends a session', async (t) => {
  await page.goto(`${url}/console/account`)
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New personal access token' })
  await dialog.getByLabel('Name').fill('nightly import')
  await dialog.getByLabel('Your password').fill(account.password)
  t.same(await axeProblems(page), [])
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Copy the token now' })
  const personal = String(await shown.locator('code').first().textContent())
  t.match(personal, /^vpat_/)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('never used').waitFor()
  t.notMatch(await page.content(), personal, 'it is shown once')
  const headers = { token: personal }
  t.match(await call(url, 'GET', `/api/projects/${projectId}`, headers), { name: 'Summer' })

  await page.getByRole('button', { name: 'End the session of node' }).first().click()
  await page.getByRole('button', { name: 'End the session of node' }).waitFor({ state: 'detached' })
  await t.rejects(call(url, 'GET', '/api/auth/me', { token }), /SESSION_ENDED/)
})
