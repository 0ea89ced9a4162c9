import { createSession, memoryStore, type SessionStore } from '@vitrine/sdk'
import t from 'tap'
import { sharedAmongTabs } from '../../src/session/shared-tokens.ts'

type Listener = (event: MessageEvent) => void

/** Tabs of one browser: a channel that reaches all but the sender, one lock, and one service. */
function createBrowser() {
  const listeners = new Map<object, Listener>()
  let lock: Promise<unknown> = Promise.resolve()
  let clock = 0
  let valid = ''
  let refreshes = 0
  const exclusive: SessionStore['exclusive'] = (work) => {
    const result = lock.then(work)
    lock = result.catch(() => undefined)
    return result
  }
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.endsWith('/refresh')) {
      refreshes += 1
      valid = `token-${refreshes}`
      return Response.json({ accessToken: valid })
    }
    const isRight = request.headers.get('authorization') === `Bearer ${valid}`
    return isRight
      ? Response.json({ ok: true })
      : Response.json({ code: 'TOKEN_EXPIRED' }, { status: 401 })
  }
  const held = new Map<object, number>()
  const open = ({ isDeaf = false } = {}) => {
    const tab = {}
    const channel = {
      postMessage: (data: unknown) => {
        for (const [other, listener] of listeners) {
          if (other !== tab) queueMicrotask(() => listener({ data } as MessageEvent))
        }
      },
      addEventListener: ((_: string, listener: Listener) => {
        if (!isDeaf) listeners.set(tab, listener)
      }) as BroadcastChannel['addEventListener'],
    }
    const store = sharedAmongTabs(
      { ...memoryStore({ accessToken: '' }), mode: { session: 'cookie' }, exclusive },
      {
        channel,
        hold: async (at) => void held.set(tab, at),
        newest: async () => Math.max(0, ...held.values()),
        now: () => ++clock,
      },
    )
    const session = createSession(store)
    return async (): Promise<number> => {
      const request = new Request('http://localhost/api/auth/me')
      const origin = { baseUrl: 'http://localhost', fetch }
      return (await session.authorize(request, fetch, origin)).status
    }
  }
  return {
    open,
    refreshes: () => refreshes,
    expire: () => {
      valid = 'none'
    },
  }
}

t.test('a tab that is opened later gets the token of another one', async (t) => {
  const { open, refreshes } = createBrowser()
  const first = open()
  t.equal(await first(), 200)
  const second = open()
  t.equal(await second(), 200)
  t.equal(refreshes(), 1)
})

t.test('twenty tabs that wake up together refresh once', async (t) => {
  const { open, refreshes, expire } = createBrowser()
  const tabs = Array.from({ length: 20 }, () => open())
  for (const call of tabs) t.equal(await call(), 200)
  t.equal(refreshes(), 1)
  expire()
  t.same(
    await Promise.all(tabs.map((call) => call())),
    tabs.map(() => 200),
  )
  t.equal(refreshes(), 2)
})

t.test('a tab refreshes by itself at once if no open tab has newer tokens', async (t) => {
  const { open, refreshes, expire } = createBrowser()
  const tabs = [open(), open({ isDeaf: true })]
  t.equal(await tabs[0]?.(), 200)
  expire()
  t.equal(await tabs[0]?.(), 200)
  t.equal(refreshes(), 2)
})
