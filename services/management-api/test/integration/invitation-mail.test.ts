import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import { createClient, invite, register } from '../client.js'
import { isError } from '../error-answer.js'
import { buildWithMail } from '../mailbox.js'
import { createToken } from '../personal-token.js'

const { app, retryNow, mails, onMail, mailTo, tokenTo, database } = await buildWithMail(t)
const owner = await register(app)
const { organizationId } = owner
const accept = (body: object) =>
  createClient(app).post('/api/auth/invitations/accept', { name: 'Bo', ...body })
const password = 'correct horse'
const jobsDone = async () => (await database.job.count({ where: { kind: 'send-mail' } })) === 0

t.test('an invitation is mailed with a separate token that verifies the address', async (t) => {
  const { token, email, mailed } = await invite(owner, organizationId, { role: 'EDITOR' })
  t.equal(mailed, true)
  const { subject, text } = await mailTo(email, 'inv')
  t.equal(subject, 'An invitation to Vitrine')
  t.match(text, /Ada Example invites you to org-.+ with the role EDITOR/s)
  const mailedToken = await tokenTo(email, 'inv')
  t.not(mailedToken, token)
  t.ok(text.includes(`\n  ${publicUrl}/console/invitation#${mailedToken}\n`), text)
  const response = await accept({ token: mailedToken, password })
  t.equal(response.statusCode, 200, response.body)
  const me = await createClient(app, response.json().accessToken).get('/api/auth/me')
  t.match(me.json(), { emailVerified: true, organizations: [{ role: 'EDITOR' }] })
  isError(t, await accept({ token, password }), 404, 'INVITATION_INVALID')
})

t.test('the token shown to the inviter accepts, and does not verify the address', async (t) => {
  const { token, email } = await invite(owner, organizationId)
  const mailedToken = await tokenTo(email, 'inv')
  const response = await accept({ token, password })
  const person = createClient(app, response.json().accessToken)
  t.equal((await person.get('/api/auth/me')).json().emailVerified, false)
  const verification = await tokenTo(email, 'ver')
  t.equal((await person.post('/api/auth/email/verify', { token: verification })).statusCode, 200)
  isError(t, await accept({ token: mailedToken, password }), 404, 'INVITATION_INVALID')
})

t.test('a temporarily rejected mail is sent again with the same id and token', async (t) => {
  const attempts: { id: string; token: string | undefined }[] = []
  onMail.check = ({ id, text }) => {
    attempts.push({ id, token: /#(\S+)/.exec(text)?.[1] })
    if (attempts.length === 1) throw new Error('later')
  }
  const { email } = await invite(owner, organizationId)
  await until(async () => (await database.job.count({ where: { NOT: { lastError: null } } })) > 0)
  const { lastError } = await database.job.findFirstOrThrow({ where: { NOT: { lastError: null } } })
  t.match(lastError, /the mail server took no mail: answer 451/)
  t.notMatch(lastError, email)
  await retryNow()
  const token = await tokenTo(email, 'inv')
  t.equal(attempts.length, 2)
  t.same(attempts[1], attempts[0])
  t.equal((await accept({ token, password })).statusCode, 200)
  onMail.check = () => undefined
})

t.test('a withdrawn invitation is no longer mailed', async (t) => {
  onMail.check = () => {
    throw new Error('later')
  }
  const { id, email } = await invite(owner, organizationId)
  await until(async () => (await database.job.count({ where: { NOT: { lastError: null } } })) > 0)
  await owner.delete(`/api/organizations/${organizationId}/invitations/${id}`)
  onMail.check = () => undefined
  await retryNow()
  await until(jobsDone)
  t.notOk(mails.some(({ to }) => to === email))
})

t.test('without SMTP_URL the answer says that no mail is sent', async (t) => {
  const without = await register(await build(t))
  t.equal((await invite(without, without.organizationId)).mailed, false)
})

t.test('a mail shows names as text in its body, and none in its subject', async (t) => {
  const name = 'Invoice overdue - pay at https://evil.example'
  const { email, password } = await register(app)
  const login = await createClient(app).post('/api/auth/login', { email, password })
  const person = createClient(app, login.json().accessToken)
  await person.put('/api/auth/me', { name })
  const { id } = (await person.post('/api/organizations', { name })).json()
  const invited = await invite(person, id)
  const { subject, text } = await mailTo(invited.email, 'inv')
  t.equal(subject, 'An invitation to Vitrine')
  const shown = 'Invoice overdue - pay at https colon slash slash evil dot example'
  t.ok(text.includes(`${shown} invites you to ${shown} at `), text)
  t.notMatch(text, 'evil.example')
})

t.test('a mail tells of a new personal access token', async (t) => {
  const person = await register(app)
  await createToken(app, person, { organizationId: person.organizationId, role: 'EDITOR' })
  const isNotice = ({ to, subject }: { to: string; subject: string }) =>
    to === person.email && subject === 'A personal access token was created'
  await until(async () => mails.some(isNotice))
  const { text } = mails.find(isNotice) ?? { text: '' }
  t.match(text, 'Its name is Script.')
  t.match(text, /can act for you in org-.+ with the role EDITOR at most/s)
  t.ok(text.includes(`\n  ${publicUrl}/console/account\n`), text)
})
