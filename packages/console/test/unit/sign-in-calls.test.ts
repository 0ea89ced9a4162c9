import { VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import { LimitReached } from '../../src/words/errors.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { type Call, openTab } from './open-tab.ts'

loadWords()

type Answer = (call: Call) => Response | Promise<Response>
const started = () => Response.json({ accessToken: 'fresh', user: { id: 'ada' } })
const refused = (status: number, code: string, message = 'No.') =>
  Response.json({ code, message, details: [] }, { status })

let answer: Answer = started
const calls = openTab(t, (call) => answer(call))
const commands = await import('../../src/session/commands.ts')
const { loadMe } = await import('../../src/session/me.ts')
const { session } = await import('../../src/tab-session/credentials.ts')
t.teardown(() => session.start({ accessToken: '' }))
const { wordsOf, problemsOf } = await import('../../src/words/errors.ts')

t.beforeEach(() => {
  answer = started
  calls.length = 0
})

const credentials = { email: 'ada@museum.example', password: 'wet-paint-on-canvas-7' }
const failureOf = async (sent: Promise<unknown>): Promise<unknown> => {
  try {
    await sent
  } catch (error) {
    return error
  }
  throw new Error('it was accepted')
}
const bodyOf = async ({ request }: Call) => (await request.clone().json()) as object

t.test('a sign-in sends what was typed, and asks for a session in a cookie', async (t) => {
  await commands.signIn(credentials)
  t.match(calls, [{ method: 'POST', path: '/api/auth/login' }])
  const [call] = calls
  t.same(call && (await bodyOf(call)), { ...credentials, session: 'cookie' })
  t.equal(call?.request.headers.get('authorization'), null)
  t.same(await session.tokens(), { accessToken: 'fresh' }, 'the token is in memory')
})

t.test('the same words for a wrong address and a wrong password', async (t) => {
  answer = () => refused(401, 'CREDENTIALS_INVALID')
  const error = await failureOf(commands.signIn(credentials))
  t.equal(wordsOf(error), 'The e-mail or the password is wrong.')
  t.equal(calls.length, 1, 'and it is not tried again')
})

t.test('a limit is shown with its seconds, and not waited for', async (t) => {
  for (const [after, seconds] of [
    ['37', 37],
    ['1', 1],
    ['0', 1],
  ] as const) {
    calls.length = 0
    answer = () =>
      Response.json(
        { code: 'TOO_MANY_REQUESTS', message: 'Too many.' },
        { status: 429, headers: { 'retry-after': after } },
      )
    const error = await failureOf(commands.signIn(credentials))
    t.ok(error instanceof LimitReached)
    t.equal(wordsOf(error), `Too many attempts. Try again in ${seconds} s.`)
    t.equal(calls.length, 1)
  }
})

t.test('fields that are not valid are named at their place', async (t) => {
  answer = () =>
    Response.json(
      {
        code: 'VALIDATION_FAILED',
        message: 'The request is invalid.',
        details: [{ field: 'email', message: 'is not an address' }],
      },
      { status: 400 },
    )
  const error = await failureOf(commands.signIn({ ...credentials, email: 'ada' }))
  t.same(problemsOf(error), { email: 'is not an address' })
})

t.test('a registration, and an invitation of a new person, start a session', async (t) => {
  await commands.register({ ...credentials, name: 'Ada', organizationName: 'Museum' })
  await commands.acceptInvitation({ token: 'secret', name: 'Ada', password: 'x' })
  const [registered, accepted] = await Promise.all(calls.map(bodyOf))
  t.match(registered, { name: 'Ada', organizationName: 'Museum', session: 'cookie' })
  t.same(accepted, { token: 'secret', name: 'Ada', password: 'x', session: 'cookie' })
  t.equal(calls[1]?.path, '/api/auth/invitations/accept')
})

t.test('a person who is signed in joins with that account, and keeps the session', async (t) => {
  await commands.signIn(credentials)
  calls.length = 0
  answer = () => Response.json({ organizationId: 'o' })
  await commands.joinBy('secret')
  const [call] = calls
  t.equal(call?.request.headers.get('authorization'), 'Bearer fresh')
  t.same(call && (await bodyOf(call)), { token: 'secret' })
  t.same(await session.tokens(), { accessToken: 'fresh' })
})

t.test('an invitation that is over says so, and starts nothing', async (t) => {
  await session.start(null)
  answer = () => refused(404, 'INVITATION_INVALID', 'This invitation was used or has expired.')
  const error = await failureOf(commands.acceptInvitation({ token: 'old', password: 'x' }))
  t.equal(wordsOf(error), 'This invitation was used or has expired.')
  t.equal(await session.tokens(), null)
})

t.test('a forgotten password tells whether there are mails at all', async (t) => {
  for (const sendsMail of [true, false]) {
    answer = () => Response.json({ sendsMail })
    t.equal(await commands.forgotPassword('ada@museum.example'), sendsMail)
  }
  t.match(calls[0], { method: 'POST', path: '/api/auth/password/forgot' })
})

t.test('the link of a mail works once', async (t) => {
  answer = () => refused(404, 'MAIL_TOKEN_INVALID')
  const error = await failureOf(commands.resetPassword({ token: 'old', password: 'new' }))
  t.match(wordsOf(error), 'This link has been used or has expired.')
})

t.test('a password verifies an address without the session of this browser', async (t) => {
  await commands.signIn(credentials)
  calls.length = 0
  answer = () => Response.json({})
  await commands.verifyEmailBy('secret', 'password')
  t.equal(calls[0]?.request.headers.get('authorization'), null)
  await commands.verifyOwnEmail('secret')
  t.equal(calls[1]?.request.headers.get('authorization'), 'Bearer fresh')
})

t.test('the link of the demo starts a session, or says that it is spent', async (t) => {
  await commands.signInByCode('code-1')
  const [call] = calls
  t.match(call, { method: 'POST', path: '/api/auth/demo' })
  t.same(call && (await bodyOf(call)), { code: 'code-1', session: 'cookie' })
  for (const response of [
    () => refused(404, 'ROUTE_NOT_FOUND'),
    () => new Response('<html>', { status: 502 }),
  ]) {
    answer = response
    t.ok((await failureOf(commands.signInByCode('code-1'))) instanceof VitrineError)
  }
})

t.test('after a sign-in the person is read again, and otherwise once', async (t) => {
  answer = ({ path }) =>
    path === '/api/auth/me' ? Response.json({ id: 'ada', organizations: [] }) : started()
  await commands.signIn(credentials)
  const reads = () => calls.filter(({ path }) => path === '/api/auth/me').length
  t.match(await loadMe(), { id: 'ada' })
  t.match(await Promise.all([loadMe(), loadMe()]), [{ id: 'ada' }, { id: 'ada' }])
  t.equal(reads(), 1)
  await commands.signIn(credentials)
  await loadMe()
  t.equal(reads(), 2)
})

t.test('a reading of the person that failed is tried again, and 401 is nobody', async (t) => {
  await commands.signIn(credentials)
  answer = () => refused(500, 'INTERNAL')
  t.ok((await failureOf(loadMe())) instanceof VitrineError)
  answer = () => refused(401, 'TOKEN_MISSING')
  t.equal(await loadMe(), null)
})
