import { freshEmail, freshName, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { call, startStack } from './stack.ts'
import { axeProblems, signIn, signInByForm, visit } from './visit.ts'

const { url, account, mails } = await startStack(t)

/** The link of the newest mail to an address that leads to a page of the console, once it has come. */
async function linkTo(address: string, path: string): Promise<string> {
  const link = new RegExp(`^ +(${url}/console/${path}#\\S+)$`, 'm')
  const { text } = await until(
    () => mails.findLast(({ to, text }) => to === address && link.test(text)) ?? false,
  )
  return link.exec(text)?.[1] ?? ''
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Accessible, and no wider than a narrow window. */
async function isGood(t: Test, page: Page, name: string): Promise<void> {
  t.same(await axeProblems(page), [], name)
  await page.setViewportSize({ width: 320, height: 700 })
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.ok(Number(overflow) <= 0, `${name} fits into 320 px`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

t.test('a person without a session is asked to sign in, without a failed call', async (t) => {
  const { page } = await visit(t)
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(`${url}/console/projects`)
  await heading(page, 'Sign in to Vitrine').waitFor()
  t.same(failed, [])
  await signInByForm(page, url, account)
  await page.goto(`${url}/console/sign-in`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  t.same(failed, [], 'the session is found again')
})

t.test('a forgotten password is replaced by the link of a mail, by keyboard alone', async (t) => {
  const { page } = await visit(t)
  const person = await registered()
  await page.goto(`${url}/console/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await heading(page, 'Forgot your password?').waitFor()
  await isGood(t, page, 'forgot')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await heading(page, 'Look into your mail').waitFor()
  await isGood(t, page, 'asked')
  await page.goto(await linkTo(person.email, 'reset-password'))
  await heading(page, 'Choose a new password').waitFor()
  t.notMatch(page.url(), /rst_/, 'the token has left the address')
  await isGood(t, page, 'reset')
  await page.keyboard.type('password')
  await page.keyboard.press('Enter')
  await page.getByText(/known from leaks/).waitFor()
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('a-brush-and-two-colours-9')
  await password.press('Enter')
  await heading(page, 'Your password is changed').waitFor()
  t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', 'the news is read out')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, 'Sign in to Vitrine').waitFor()
  await signInByForm(page, url, { ...person, password: 'a-brush-and-two-colours-9' })
})

t.test('a spent link leads to another one', async (t) => {
  const { page } = await visit(t)
  await page.goto(`${url}/console/reset-password#rst_${'x'.repeat(43)}`)
  await page.getByLabel('New password', { exact: true }).fill('a-brush-and-two-colours-9')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await heading(page, 'This link does not work any more').waitFor()
  await isGood(t, page, 'spent')
  await page.getByRole('link', { name: 'Send another link' }).click()
  await heading(page, 'Forgot your password?').waitFor()
  await page.goto(`${url}/console/reset-password`)
  await heading(page, 'This link is not complete').waitFor()
})

t.test('an address is verified by its session, or by its password', async (t) => {
  const own = await visit(t)
  const person = await registered()
  const link = await linkTo(person.email, 'verify-email')
  await signIn(own.page, url, person)
  await own.page.goto(link)
  await own.page.getByText(person.email).waitFor()
  await isGood(t, own.page, 'verify')
  await own.page.getByRole('button', { name: 'Verify' }).click()
  await heading(own.page, 'Your address is verified').waitFor()
  t.match(await call(url, 'GET', '/api/auth/me', person), { emailVerified: true })

  const other = await registered()
  await own.page.goto(await linkTo(other.email, 'verify-email'))
  await own.page.getByRole('button', { name: 'Verify' }).click()
  await own.page.getByText(/belongs to another account/).waitFor()
  await own.page.getByLabel('Password', { exact: true }).fill('wrong')
  await own.page.getByRole('button', { name: 'Verify' }).click()
  await own.page.getByText('The password is wrong.').waitFor()
  await isGood(t, own.page, 'verify by password')
  await own.page.getByLabel('Password', { exact: true }).fill(other.password)
  await own.page.getByRole('button', { name: 'Verify' }).click()
  await heading(own.page, 'Your address is verified').waitFor()
  t.match(await call(url, 'GET', '/api/auth/me', other), { emailVerified: true })
})

t.test('the link of an invitation opens its page', async (t) => {
  const { page } = await visit(t)
  const email = freshEmail()
  const invitations = `/api/organizations/${account.organizationId}/invitations`
  await call(url, 'POST', invitations, { token: account.token, body: { email, role: 'VIEWER' } })
  await page.goto(await linkTo(email, 'invitation'))
  await heading(page, 'Accept the invitation').waitFor()
  for (const words of ['Ada Curator', 'Viewer', email]) {
    await page.getByRole('definition').filter({ hasText: words }).waitFor()
  }
  await page.getByRole('button', { name: 'Join' }).click()
  t.equal(await page.getByText('Fill this in.').count(), 2, 'empty fields are marked at once')
  await page.getByLabel('Your name').fill('Bo Restorer')
  await page.getByLabel('Password', { exact: true }).fill('a-brush-and-two-colours-9')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

t.test('an invitation that is over says so before a person types', async (t) => {
  const { page } = await visit(t)
  await page.goto(`${url}/console/invitation#no-such-token`)
  await heading(page, 'This invitation is not valid any more').waitFor()
})

t.test(
  'an empty registration is marked without a call, and a wrong one has words for people',
  async (t) => {
    const { page } = await visit(t)
    await page.goto(`${url}/console/register`)
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    const create = page.getByRole('button', { name: 'Create account' })
    await create.click()
    t.equal(await page.getByText('Fill this in.').count(), 4)
    t.equal(await page.locator(':focus').getAttribute('name'), 'organizationName')
    t.same(calls, [])
    await page.getByLabel('Organization').fill('Museum')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await create.click()
    await page.getByText('An e-mail address, such as ada@museum.org.').waitFor()
    await page.getByLabel('E-mail').fill(freshEmail())
    await create.click()
    await page.getByText('At least 8 characters, and at most 72.').waitFor()
    t.equal(await page.getByText(/must be|bytes/).count(), 0)
  },
)

t.test('a limit says how long it lasts', async (t) => {
  const { page } = await visit(t)
  const limited = { status: 429, headers: { 'Retry-After': '42' }, json: {} }
  await page.route('**/api/auth/login', (route) => route.fulfill(limited))
  await page.goto(`${url}/console/sign-in`)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').filter({ hasText: 'Try again in 42 s.' }).waitFor()
})

async function registered(): Promise<{ email: string; password: string; token: string }> {
  const [email, password] = [freshEmail(), 'wet-paint-on-canvas-7']
  const body = { organizationName: freshName('museum'), name: 'Bo', email, password }
  const session = (await call(url, 'POST', '/api/auth/register', { body })) as {
    accessToken: string
  }
  return { email, password, token: session.accessToken }
}
