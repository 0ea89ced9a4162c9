import t from '@vitrine/testing/t'
import { publicUrl } from '../build.js'
import { createClient, invite, type Owner, register } from '../client.js'
import { isError } from '../error-answer.js'
import { buildWithMail } from '../mailbox.js'
import { createToken } from '../personal-token.js'

const { app, tokenTo, mailTo } = await buildWithMail(t)
const anyone = createClient(app)
const url = '/api/auth/email/verify'
const logIn = (email: string, password: string) =>
  anyone.post('/api/auth/login', { email, password })
const isVerified = async (person: Pick<Owner, 'get'>) =>
  (await person.get('/api/auth/me')).json().emailVerified

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

t.test('the owner of an address claims an account that a stranger has made with it', async (t) => {
  const stranger = await register(app)
  const { email, organizationId } = stranger
  await tokenTo(email, 'ver')
  const token = await createToken(app, stranger, { organizationId })
  const invitation = await invite(stranger, organizationId)
  await anyone.post('/api/auth/password/forgot', { email })
  t.match((await mailTo(email, 'rst')).text, /the account is yours/)
  const claim = { token: await tokenTo(email, 'rst'), password: 'the true password' }
  t.equal((await anyone.post('/api/auth/password/reset', claim)).statusCode, 204)

  isError(t, await logIn(email, stranger.password), 401, 'CREDENTIALS_INVALID')
  isError(t, await stranger.get('/api/auth/me'), 401, 'SESSION_ENDED')
  isError(t, await token.get('/api/organizations'), 401, 'TOKEN_INVALID')
  const accept = { token: invitation.token, name: 'Bo', password: 'staple battery' }
  const refused = await anyone.post('/api/auth/invitations/accept', accept)
  isError(t, refused, 404, 'INVITATION_INVALID')
  const { accessToken, user } = (await logIn(email, claim.password)).json()
  t.equal(user.id, stranger.userId)
  t.equal(await isVerified(createClient(app, accessToken)), true)
})
