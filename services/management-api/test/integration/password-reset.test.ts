import { freshEmail, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import { createClient, invite, join, register } from '../client.js'
import { isError } from '../error-answer.js'
import { buildWithMail } from '../mailbox.js'

const { app, retryNow, mails, onMail, mailTo, tokenTo, database } = await buildWithMail(t)
const anyone = createClient(app)
const forgot = (email: unknown) => anyone.post('/api/auth/password/forgot', { email } as object)
const reset = (token: unknown, password: unknown) =>
  anyone.post('/api/auth/password/reset', { token, password } as object)
const logIn = (email: string, password: string) =>
  anyone.post('/api/auth/login', { email, password })
const fresh = 'another password'

t.test('a forgotten password is replaced by the token of a mail', async (t) => {
  const owner = await register(app)
  await tokenTo(owner.email, 'ver')
  const answer = await forgot(owner.email.toUpperCase())
  t.equal(answer.statusCode, 202, answer.body)
  t.match(answer.json(), { sendsMail: true, message: /on its way/ })
  const mail = await mailTo(owner.email, 'rst')
  t.match(mail.subject, /Reset your password/)
  t.match(mail.text, /Hello Ada Example/)
  const token = await tokenTo(owner.email, 'rst')
  t.match(token, /^rst_[\w-]{43}$/)
  t.ok(mail.text.includes(`\n  ${publicUrl}/console/reset-password#${token}\n`), mail.text)
  const response = await reset(token, fresh)
  t.equal(response.statusCode, 204, response.body)
  isError(t, await logIn(owner.email, owner.password), 401, 'CREDENTIALS_INVALID')
  t.equal((await logIn(owner.email, fresh)).statusCode, 200)
})

t.test('a reset ends every session and its access tokens', async (t) => {
  const owner = await register(app)
  const other = (await logIn(owner.email, owner.password)).json()
  await forgot(owner.email)
  await reset(await tokenTo(owner.email, 'rst'), fresh)
  for (const token of [owner.token, other.accessToken]) {
    isError(t, await createClient(app, token).get('/api/auth/me'), 401, 'SESSION_ENDED')
  }
  for (const { refreshToken } of [owner, other]) {
    const refused = await anyone.post('/api/auth/refresh', { refreshToken })
    isError(t, refused, 401, 'REFRESH_TOKEN_INVALID')
  }
})

t.test('a token works once, and only for the current password', async (t) => {
  const owner = await register(app)
  await forgot(owner.email)
  const first = await tokenTo(owner.email, 'rst')
  await forgot(owner.email)
  const second = await tokenTo(owner.email, 'rst', 2)
  t.not(first, second)
  const answers = await Promise.all([reset(first, fresh), reset(first, fresh)])
  t.same(answers.map(({ statusCode }) => statusCode).sort(), [204, 404])
  for (const token of [first, second]) {
    isError(t, await reset(token, fresh), 404, 'MAIL_TOKEN_INVALID')
  }
})

t.test('a change of the password in between revokes the token', async (t) => {
  const owner = await register(app)
  await forgot(owner.email)
  const token = await tokenTo(owner.email, 'rst')
  const change = { currentPassword: owner.password, newPassword: fresh }
  const changed = await createClient(app, owner.token).put('/api/auth/password', change)
  t.equal(changed.statusCode, 204, changed.body)
  isError(t, await reset(token, 'third password'), 404, 'MAIL_TOKEN_INVALID')
})

t.test('a token expires after 30 minutes', async (t) => {
  const owner = await register(app)
  await forgot(owner.email)
  const token = await tokenTo(owner.email, 'rst')
  const where = { userId: owner.userId, purpose: 'RESET' } as const
  const { expiresAt } = await database.emailToken.findFirstOrThrow({ where })
  const minutes = (expiresAt.getTime() - Date.now()) / 60_000
  t.ok(minutes > 25 && minutes <= 30, `${minutes} minutes`)
  await database.emailToken.updateMany({ where, data: { expiresAt: new Date() } })
  isError(t, await reset(token, fresh), 404, 'MAIL_TOKEN_INVALID')
})

t.test('neither jobs nor tables contain the token', async (t) => {
  onMail.check = () => {
    throw new Error('later')
  }
  const email = freshEmail()
  const account = { organizationName: 'Org', name: 'Ada', email, password: fresh }
  await anyone.post('/api/auth/register', account)
  await until(async () => (await database.job.count({ where: { attempts: { gt: 0 } } })) > 0)
  const jobs = await database.job.findMany({ where: { kind: 'send-mail' } })
  t.ok(jobs.length > 0)
  onMail.check = () => undefined
  await retryNow()
  await forgot(email)
  const token = await tokenTo(email, 'rst')
  t.notMatch(JSON.stringify(jobs), token)
  t.notMatch(JSON.stringify(jobs), /(ver|rst|inv)_/)
})

t.test('an unknown address gets the same answer, and no mail', async (t) => {
  const [owner, unknown] = [await register(app), freshEmail()]
  const [first, second] = [await forgot(owner.email), await forgot(unknown)]
  t.equal(second.statusCode, 202)
  t.same(second.json(), first.json())
  await tokenTo(owner.email, 'rst')
  await until(async () => (await database.job.count({ where: { kind: 'send-mail' } })) === 0)
  t.notOk(mails.some(({ to }) => to === unknown))
})

t.test('a mailbox gets at most three mails in 15 minutes, with the same answers', async (t) => {
  const owner = await register(app)
  const token = await tokenTo(owner.email, 'ver')
  t.equal((await owner.post('/api/auth/email/verify', { token })).statusCode, 200)
  for (let turn = 0; turn < 6; turn++) t.equal((await forgot(owner.email)).statusCode, 202)
  await mailTo(owner.email, 'rst', 3)
  await until(async () => (await database.job.count({ where: { kind: 'send-mail' } })) === 0)
  const resets = mails.filter(({ to, subject }) => to === owner.email && /Reset/.test(subject))
  t.equal(resets.length, 3)
})

t.test(
  'an address that is not verified gets three mails in an hour, a reset among them',
  async (t) => {
    const stranger = await register(app)
    const { email } = stranger
    const inviters = await Promise.all([1, 2, 3].map(() => register(app)))
    const others = [
      () => stranger.post('/api/auth/email/verify', {}),
      ...inviters.map((inviter) => () => invite(inviter, inviter.organizationId, { email })),
    ]
    for (const call of others) await call()
    t.equal((await forgot(email)).statusCode, 202)
    const claim = await tokenTo(email, 'rst')
    await until(async () => (await database.job.count({ where: { kind: 'send-mail' } })) === 0)
    t.equal(mails.filter(({ to }) => to === email).length, 3)
    t.equal((await reset(claim, fresh)).statusCode, 204)
  },
)

t.test('invalid fields are named', async (t) => {
  isError(t, await forgot('nobody'), 400, 'VALIDATION_FAILED', { fields: ['email'] })
  for (const token of ['', 'rst_x', `rst_${'x'.repeat(43)}`]) {
    isError(t, await reset(token, fresh), 404, 'MAIL_TOKEN_INVALID')
  }
  const owner = await register(app)
  const verification = await tokenTo(owner.email, 'ver')
  isError(t, await reset(verification, fresh), 404, 'MAIL_TOKEN_INVALID')
  await forgot(owner.email)
  const token = await tokenTo(owner.email, 'rst')
  for (const password of ['short', 'iloveyou1', 'ada example 1']) {
    const refused = await reset(token, password)
    isError(t, refused, 400, 'VALIDATION_FAILED', { fields: ['password'] })
  }
  t.equal((await reset(token, fresh)).statusCode, 204, 'the token is still valid')
})

t.test('a reset is audited, and invitations of an unverified account are withdrawn', async (t) => {
  const owner = await register(app)
  const person = await join(app, owner, 'ADMIN')
  const { id } = await invite(person, owner.organizationId)
  await forgot(person.email)
  t.equal((await reset(await tokenTo(person.email, 'rst'), fresh)).statusCode, 204)
  t.equal(await database.invitation.count({ where: { id } }), 0)
  const where = { action: 'account.password', resourceId: person.userId }
  t.match(await database.auditEvent.findMany({ where }), [
    { organizationId: owner.organizationId, actorId: person.userId },
  ])
  const { accessToken } = (await logIn(person.email, fresh)).json()
  const again = createClient(app, accessToken)
  t.equal((await again.get('/api/auth/me')).json().emailVerified, true)
  const kept = await invite(again, owner.organizationId)
  await forgot(person.email)
  t.equal((await reset(await tokenTo(person.email, 'rst', 2), 'third password')).statusCode, 204)
  t.equal(
    await database.invitation.count({ where: { id: kept.id } }),
    1,
    'kept, since the account is verified',
  )
})

t.test('without SMTP_URL the answer says that no mail is sent', async (t) => {
  const without = await build(t)
  const { email } = await register(without)
  const answer = await createClient(without).post('/api/auth/password/forgot', { email })
  t.equal(answer.statusCode, 202)
  t.match(answer.json(), { sendsMail: false, message: /sends no mail/ })
})
