import type { Session } from '@vitrine/sdk'
import t, { type Test } from '@vitrine/testing/t'
import { mayBeSignedIn } from '../../src/tab-session/signed-in.ts'
import { inBrowser } from './browser-globals.ts'

const origin = 'https://vitrine.example'

/** A browser without locks, whose channel reaches no other tab. */
function openTab(t: Test, cookie = ''): void {
  class Silent {
    postMessage() {}
    addEventListener() {}
  }
  const location = new URL(`${origin}/console/`)
  inBrowser(t, {
    location,
    document: { cookie },
    BroadcastChannel: Silent,
    navigator: { onLine: true, language: 'en' },
  })
}

const refused = (code: string) => Response.json({ code }, { status: 401 })

/** A call through the session of the console, which the service answers in turn. */
async function callBy(session: Session, path: string, answers: Response[]) {
  const sent: string[] = []
  const send = async (request: Request): Promise<Response> => {
    sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
    if (request.url.endsWith('/refresh')) return Response.json({ accessToken: 'token' })
    return answers.shift() ?? Response.json({})
  }
  const body = JSON.stringify({ name: 'Summer' })
  const request = new Request(`${origin}${path}`, { method: 'PUT', body })
  const response = await session.authorize(request, send, { baseUrl: origin, fetch: send })
  const puts = sent.filter((call) => call.startsWith('PUT'))
  return { status: response.status, puts }
}

t.test('the end of a session', async (t) => {
  openTab(t)
  const { session, whenAnswered, whenSessionEnds } = await import(
    '../../src/tab-session/credentials.ts'
  )
  t.teardown(() => {
    whenSessionEnds(null)
    whenAnswered(() => undefined)
  })

  await t.test(
    'a call that finds it over waits for the sign-in, and is repeated whole',
    async (t) => {
      let asked = 0
      whenSessionEnds(async () => {
        asked += 1
      })
      const answers = [refused('SESSION_ENDED'), Response.json({})]
      const { status, puts } = await callBy(session, '/api/projects/p', answers)
      t.equal(status, 200)
      t.equal(asked, 1)
      t.same(puts, Array(2).fill('PUT /api/projects/p {"name":"Summer"}'), 'with its body')
    },
  )

  await t.test('a token that no refresh makes valid is the end of a session, too', async (t) => {
    let asked = 0
    whenSessionEnds(async () => {
      asked += 1
    })
    const answers = [
      ...Array(4)
        .fill(null)
        .map(() => refused('TOKEN_EXPIRED')),
      Response.json({}),
    ]
    await session.start({ accessToken: 'old' })
    t.equal((await callBy(session, '/api/projects/p', answers)).status, 200)
    t.equal(asked, 1)
    await session.start(null)
  })

  await t.test('other refusals ask nobody', async (t) => {
    whenSessionEnds(async () => void t.fail('the session is not over'))
    const html = new Response('<html>', { status: 401 })
    t.equal((await callBy(session, '/api/projects/p', [html])).status, 401)
    t.equal(
      (await callBy(session, '/api/projects/p', [refused('CREDENTIALS_INVALID')])).status,
      401,
    )
    const forbidden = Response.json({ code: 'SESSION_ENDED' }, { status: 403 })
    t.equal((await callBy(session, '/api/projects/p', [forbidden])).status, 403)
  })

  await t.test('signing in does not wait for signing in', async (t) => {
    whenSessionEnds(async () => void t.fail('it would wait for itself'))
    for (const call of ['login', 'register', 'logout', 'invitations/accept']) {
      const { status } = await callBy(session, `/api/auth/${call}`, [refused('SESSION_ENDED')])
      t.equal(status, 401, call)
    }
  })

  await t.test('before the sign-in a call just fails', async (t) => {
    whenSessionEnds(null)
    t.equal((await callBy(session, '/api/projects/p', [refused('TOKEN_MISSING')])).status, 401)
  })

  await t.test('answers are seen, but not those that open or end a session', async (t) => {
    const seen: string[] = []
    whenAnswered(({ url }, { status }) => seen.push(`${new URL(url).pathname} ${status}`))
    await callBy(session, '/api/auth/login', [])
    await callBy(session, '/api/projects/p', [Response.json({})])
    t.same(seen, ['/api/projects/p 200'])
  })
})

t.test('who is signed in', async (t) => {
  openTab(t, 'theme=dark; vitrine-signed-in=1')
  const { isStranger, loadMe } = await import('../../src/session/me.ts')
  const calls: string[] = []
  inBrowser(t, { fetch: async ({ url }: Request) => calls.push(url) })

  await t.test('a cookie beside that of the session says that there may be one', async (t) => {
    t.ok(mayBeSignedIn())
    t.notOk(isStranger())
    for (const cookie of [
      '',
      'vitrine-signed-in=0',
      'not-vitrine-signed-in=1',
      'vitrine-signed-in=10',
    ]) {
      openTab(t, cookie)
      t.notOk(mayBeSignedIn(), cookie)
      t.ok(isStranger(), cookie)
      t.equal(await loadMe(), null)
    }
    t.same(calls, [], 'nothing is asked without it')
  })
})
