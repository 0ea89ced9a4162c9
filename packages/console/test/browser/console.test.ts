import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { backends, jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { call } from './stack.ts'
import { axeProblems, giveFiles, visit } from './visit.ts'

const { url, account, projectId } = await startProject(t)
const { token } = account
const library = `${url}/console/p/${projectId}/library`

const pictures = await Promise.all(
  [0, 1, 2].map(async (index) => ({
    name: `picture-${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await jpeg({ width: 300 + index, height: 200 })),
  })),
)

// One page for all tests: each goes on where the one before has ended.
const { page } = await visit(t)

t.test(
  'a wrong password is said, and a right one leads to the page that was asked for',
  async (t) => {
    await page.goto(`${url}/console/account`)
    await page.waitForURL(/sign-in\?next=/)
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The e-mail or the password is wrong.').waitFor()
    t.same(await axeProblems(page), [])
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/account$/)
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
    t.notMatch(stored, /eyJ/, 'no token is stored where scripts can read it')
    t.equal(
      await page.evaluate('document.cookie'),
      'vitrine-signed-in=1',
      'the cookie that scripts can read says only that there is a session',
    )
  },
)

t.test('pictures are uploaded, and a second time not sent', async (t) => {
  await page.goto(library)
  await page.getByRole('heading', { name: 'Drop pictures here' }).waitFor()
  t.same(await axeProblems(page), [])
  await giveFiles(page, pictures)
  await page.getByRole('gridcell').nth(2).waitFor()
  await page.getByText('3 pictures', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('3 pictures', { exact: true }).waitFor()
  await giveFiles(page, pictures)
  await page.getByRole('button', { name: /^Uploads: / }).click()
  await page.getByText('3 files are in this project already').waitFor()
  const path = `/api/projects/${projectId}/assets`
  t.match(await call(url, 'GET', path, { token }), { totalElements: 3 })
  t.same(await axeProblems(page), [])
  await page.keyboard.press('Escape')
})

t.test('the library is worked by the keyboard alone', async (t) => {
  const cells = page.getByRole('gridcell')
  await cells.nth(2).locator('img[data-loaded]').waitFor()
  const priorities = await cells
    .locator('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('fetchpriority')))
  t.same([...new Set(priorities)], ['low'], 'uploads come first')
  await cells.first().focus()
  await page.keyboard.press('End')
  await page.locator('[data-index="2"]:focus').waitFor()
  await page.keyboard.press('Home')
  await page.locator('[data-index="0"]:focus').waitFor()
  await page.keyboard.press('Control+Space')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('2 selected').waitFor()
  await page.locator('[data-index="1"]:focus').waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('3 selected').waitFor()
  await page.locator('[data-index="2"]:focus').waitFor()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText('2 selected').waitFor()
  t.same(await axeProblems(page), [])
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('3 selected').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByLabel('Alt text').fill('A red field')
  t.same(await axeProblems(page), [])
  await details.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: /Missing alt text/ }).press('Enter')
  await page.getByText('2 pictures', { exact: true }).waitFor()
  t.match(page.url(), 'alt=missing')
})

t.test('texts are written one after the other, with undo, a reload and a deletion', async (t) => {
  const form = new FormData()
  form.set('file', new File([Buffer.from(await jpeg({ width: 310, height: 200 }))], 'gone.jpg'))
  const path = `/api/projects/${projectId}/assets`
  const { id: goneId } = (await call(url, 'POST', path, { token, form })) as { id: string }
  // Pages of one picture: the run goes on by cursor.
  const lists = '**/assets?**'
  await page.route(lists, (route) =>
    route.continue({ url: route.request().url().replace('size=100', 'size=1') }),
  )
  await page.goto(`${url}/console/p/${projectId}/alt-text?sort=createdAt,asc`)
  const field = page.getByLabel('What does this picture show?')
  const counts = async () =>
    (await call(url, 'GET', `${path}/counts`, { token })) as {
      alt: object
    }
  await page.getByText('1 of 3').waitFor()
  await field.fill('A blue field')
  await field.press('Enter')
  await page.getByText('2 of 3').waitFor()
  await page.getByText('Saved: A blue field').waitFor()
  await field.press('Control+z')
  await page.getByText('1 of 3').waitFor()
  t.equal(await field.inputValue(), '')
  t.match((await counts()).alt, { missing: 3 })
  await field.fill('A green field')
  await field.press('Enter')
  await page.getByText('2 of 3').waitFor()
  await page.reload()
  await page.getByText('2 of 3').waitFor()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByText('3 of 3').waitFor()
  await page.getByText('gone.jpg').waitFor()
  await call(url, 'DELETE', `${path}/${goneId}`, { token })
  await field.fill('Too late')
  await field.press('Enter')
  await page.getByText('Not saved for gone.jpg: “Too late”. Another person has deleted').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('1 was skipped.').waitFor()
  t.same(await axeProblems(page), [])
  await page.getByRole('button', { name: 'Begin with those that are left' }).click()
  await page.getByText('1 of 1').waitFor()
  await field.press('Control+Enter')
  await page.getByRole('heading', { name: 'Every picture has its text' }).waitFor()
  await page.unroute(lists)
  t.same((await counts()).alt, { missing: 0, present: 2, decorative: 1 })
})

t.test('the link of npm start signs in once, and leaves the address', async (t) => {
  const code = randomBytes(32).toString('base64url')
  const program = fileURLToPath(new URL('../../../../prisma/dist/login-code.js', import.meta.url))
  execFileSync(process.execPath, [program], {
    env: {
      DATABASE_URL: backends().databaseUrl,
      VITRINE_LOGIN_EMAIL: account.email,
      VITRINE_LOGIN_CODE_SHA256: createHash('sha256').update(code).digest('hex'),
    },
  })
  const link = `${url}/console/sign-in#demo=${code}`
  const { page: stranger, complaints: theirs } = await visit(t)
  await stranger.goto(link)
  // The account has one project, and is led into it.
  await stranger.waitForURL(`**/p/${projectId}/library`)
  t.notMatch(stranger.url(), code)
  const { page: late } = await visit(t)
  await late.goto(link)
  await late.getByRole('alert').getByText('This link has been used').waitFor()
  await late.getByLabel('E-mail').waitFor()
  t.notMatch(late.url(), code)
  t.same(theirs, [])
})
