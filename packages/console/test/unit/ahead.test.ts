import type { Session } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import { inBrowser } from './browser-globals.ts'

const origin = 'https://vitrine.example'

class Silent {
  postMessage() {}
  addEventListener() {}
}

/** A session that counts the calls which reach the service. */
function countingSession() {
  const sent: string[] = []
  const own = {
    authorize: async ({ method, url }: Request) => {
      sent.push(`${method} ${new URL(url).pathname}`)
      return Response.json({ by: 'page' })
    },
  } as unknown as Session
  return { own, sent }
}

t.test('calls that are made ahead of the page', async (t) => {
  const answers = new Map<string, () => Response>()
  inBrowser(t, {
    location: new URL(`${origin}/console/`),
    document: { cookie: '' },
    BroadcastChannel: Silent,
    navigator: { onLine: true, language: 'en' },
    fetch: async (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/auth/refresh') return Response.json({ accessToken: 'token' })
      return answers.get(pathname)?.() ?? Response.json({ by: 'ahead' })
    },
  })
  const { askAhead, takingAhead } = await import('../../src/first-load/ahead.ts')
  const get = async (session: Session, path: string, method = 'GET') => {
    const request = new Request(`${origin}${path}`, { method })
    const send = async () => Response.json({})
    const response = await session.authorize(request, send, { baseUrl: origin, fetch: send })
    return ((await response.json()) as { by?: string }).by
  }

  await t.test('an answer is taken once, for the same address with its query', async (t) => {
    const { own, sent } = countingSession()
    const session = takingAhead(own)
    askAhead('/api/projects/p/assets?size=100')
    t.equal(await get(session, '/api/projects/p/assets?size=50'), 'page')
    t.equal(await get(session, '/api/projects/p/assets?size=100'), 'ahead')
    t.equal(await get(session, '/api/projects/p/assets?size=100'), 'page')
    t.equal(sent.length, 2)
  })

  await t.test('a call that failed is made once more by the page', async (t) => {
    const session = takingAhead(countingSession().own)
    answers.set('/api/projects/gone', () => new Response(null, { status: 404 }))
    askAhead('/api/projects/gone')
    t.equal(await get(session, '/api/projects/gone'), 'page')
  })

  await t.test('a change makes all answers old', async (t) => {
    const session = takingAhead(countingSession().own)
    askAhead('/api/projects/p')
    t.equal(await get(session, '/api/projects/p', 'PUT'), 'page')
    t.equal(await get(session, '/api/projects/p'), 'page')
  })
})
