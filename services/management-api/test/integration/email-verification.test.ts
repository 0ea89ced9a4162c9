import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import { createClient, type Owner, register } from '../client.js'
import { isError } from '../error-answer.js'
import { buildWithMail } from '../mailbox.js'

const { app, tokenTo, mailTo, database } = await buildWithMail(t)
const anyone = createClient(app)
const url = '/api/auth/email/verify'
const logIn = (email: string, password: string) =>
  anyone.post('/api/auth/login', { email, password })
const isVerified = async (person: Pick<Owner, 'get'>) =>
  (await person.get('/api/auth/me')).json().emailVerified

/** A registration with an address that may be in use, and its own password. */
const registerAs = (email: string, password: string) =>
  anyone.post('/api/auth/register', {
    ...{ organizationName: freshName('org'), name: 'Grace', email, password },
  })

t.test(
  'an account works before verification, and the token of the mail verifies the address',
  async (t) => {
    const owner = await register(app)
    t.equal(await isVerified(owner), false)
    const { subject, text } = await mailTo(owner.email, 'ver')
    t.match(subject, /Verify/)
    t.match(text, /Hello Ada Example/)
    const token = await tokenTo(owner.email, 'ver')
    t.match(token, /^ver_[\w-]{43}$/)
    t.ok(text.includes(`\n  ${publicUrl}/console/verify-email#${token}\n`), text)
    const response = await owner.post(url, { token })
    t.equal(response.statusCode, 200, response.body)
    t.equal(await isVerified(owner), true)
    isError(t, await owner.post(url, { token }), 404, 'MAIL_TOKEN_INVALID')
  },
)

t.test('the password of the account replaces its access token', async (t) => {
  const owner = await register(app)
  const token = await tokenTo(owner.email, 'ver')
  isError(t, await anyone.post(url, { token }), 400, 'VALIDATION_FAILED', { fields: ['password'] })
  const wrong = await anyone.post(url, { token, password: 'wrong' })
  isError(t, wrong, 401, 'CREDENTIALS_INVALID')
  t.equal((await anyone.post(url, { token, password: owner.password })).statusCode, 200)
  t.equal(await isVerified(owner), true)
})

t.test('a token of a mail does nothing for another account', async (t) => {
  const [owner, other] = [await register(app), await register(app)]
  isError(t, await other.post(url, { token: await tokenTo(owner.email, 'ver') }), 403, 'FORBIDDEN')
  t.equal(await isVerified(owner), false)
})

t.test(
  'an access token is enough to request another mail, unless the address is verified',
  async (t) => {
    const owner = await register(app)
    await tokenTo(owner.email, 'ver')
    const again = await owner.post(url, {})
    t.equal(again.statusCode, 202, again.body)
    t.match(again.json(), { sendsMail: true, message: /on its way/ })
    const token = await tokenTo(owner.email, 'ver', 2)
    t.equal((await owner.post(url, { token })).statusCode, 200)
    t.match((await owner.post(url, {})).json(), { message: /verified already/ })
    isError(t, await anyone.post(url, {}), 401, 'TOKEN_MISSING')
  },
)

t.test('an unverified address goes to the account that verifies it', async (t) => {
  const squatter = await register(app)
  const { email } = squatter
  await tokenTo(email, 'ver')
  const registered = await registerAs(email, 'the true password')
  t.equal(registered.statusCode, 201, registered.body)
  const person = createClient(app, registered.json().accessToken)
  t.equal((await person.get('/api/auth/me')).statusCode, 200, 'the access token works at once')
  t.equal((await logIn(email, squatter.password)).statusCode, 200, 'not released yet')
  isError(t, await logIn(email, 'the true password'), 401, 'CREDENTIALS_INVALID')

  const token = await tokenTo(email, 'ver', 2)
  t.equal((await person.post(url, { token })).statusCode, 200)
  t.match((await logIn(email, 'the true password')).json(), {
    user: { id: registered.json().user.id },
  })
  isError(t, await logIn(email, squatter.password), 401, 'CREDENTIALS_INVALID')
  t.equal(
    (await squatter.get('/api/auth/me')).statusCode,
    200,
    'the other account keeps its session',
  )
  isError(t, await registerAs(email, 'a third password'), 409, 'EMAIL_TAKEN')
  const where = { action: 'account.address-released' }
  t.match(await database.auditEvent.findMany({ where }), [
    { organizationId: squatter.organizationId, resourceId: squatter.userId, actorId: null },
  ])
})

t.test('the token of the first account does not take the address back', async (t) => {
  const squatter = await register(app)
  const { email } = squatter
  const early = await tokenTo(email, 'ver')
  const registered = await registerAs(email, 'the true password')
  const token = await tokenTo(email, 'ver', 2)
  await createClient(app, registered.json().accessToken).post(url, { token })
  isError(t, await squatter.post(url, { token: early }), 404, 'MAIL_TOKEN_INVALID')
  await squatter.post(url, {})
  isError(
    t,
    await squatter.post(url, { token: await tokenTo(email, 'ver', 3) }),
    409,
    'EMAIL_TAKEN',
  )
})

t.test('if two accounts verify an address concurrently, one succeeds', async (t) => {
  const first = await register(app)
  const { email } = first
  const one = await tokenTo(email, 'ver')
  const registered = await registerAs(email, 'the true password')
  const other = await tokenTo(email, 'ver', 2)
  const responses = await Promise.all([
    first.post(url, { token: one }),
    createClient(app, registered.json().accessToken).post(url, { token: other }),
  ])
  const succeeded = responses.filter(({ statusCode }) => statusCode === 200)
  t.equal(succeeded.length, 1, responses.map(({ body }) => body).join('\n'))
  t.equal(await database.user.count({ where: { emailKey: email } }), 1)
})

t.test('a stranger who registers another person’s address gains nothing', async (t) => {
  const owner = await register(app)
  const { email, password } = owner
  await tokenTo(email, 'ver')
  await registerAs(email, 'the stranger’s own')
  const token = await tokenTo(email, 'ver', 2)
  isError(t, await owner.post(url, { token }), 403, 'FORBIDDEN')
  isError(t, await anyone.post(url, { token, password }), 401, 'CREDENTIALS_INVALID')
  t.equal((await logIn(email, password)).statusCode, 200)
})

t.test('without SMTP_URL an unverified address is taken, too', async (t) => {
  const without = createClient(await build(t))
  const account = { organizationName: 'Org', name: 'Ada', password: 'correct horse' }
  const email = `${freshName('ada')}@example.test`
  const first = await without.post('/api/auth/register', { ...account, email })
  t.equal(first.statusCode, 201)
  const second = await without.post('/api/auth/register', { ...account, email })
  isError(t, second, 409, 'EMAIL_TAKEN')
})
