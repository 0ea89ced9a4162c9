import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId } = await startProject(t)
const keys = `/api/projects/${projectId}/api-keys`
const shop = await calls<{ id: string }>('POST', keys, { name: 'Shop' })

// Their region has other numbers and dates, and the page is in English for them, too.
const { page } = await visitAs(t, { url, account }, { locale: 'de-DE' })

t.test(
  'without a connection the page says how old it is, and why nothing can be sent',
  async (t) => {
    await page.goto(`${url}/console/p/${projectId}/keys`)
    await page.getByRole('heading', { name: 'Shop', exact: true }).waitFor()
    // A dialog that was opened before, so that its parts are there.
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New key' })
    const create = form.getByRole('button', { name: 'Create key' })
    await create.waitFor()
    await page.context().setOffline(true)
    await form.getByText('You are offline. This can be sent when the connection is back.').waitFor()
    t.equal(await create.isDisabled(), true)
    t.same(await axeProblems(page, { isDialog: true }), [])
    await page.keyboard.press('Escape')
    await page.getByText(/Data of this page: (now|\d+ seconds? ago)\./).waitFor()
    t.same(await axeProblems(page), [])
    const folder = process.env.VITRINE_SCREENSHOTS
    if (folder !== undefined) await page.screenshot({ path: `${folder}/offline.png` })

    await page.getByRole('button', { name: 'More about Shop' }).click()
    await page.getByRole('menuitem', { name: 'Revoke …' }).click()
    const revoke = page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' })
    t.equal(await revoke.isDisabled(), true)
    await page.keyboard.press('Escape')

    await calls('PUT', `${keys}/${shop.id}`, { name: 'Museum' })
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Museum', exact: true }).waitFor()
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
  },
)

t.test('dates are in English, in the order of the region', async (t) => {
  const created = page.locator('time').first()
  t.match(await created.textContent(), /^\d{1,2} [A-Z][a-z]{2,} \d{4}$/)
  t.equal(await page.evaluate('navigator.language'), 'de-DE')
})
