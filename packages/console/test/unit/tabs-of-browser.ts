import { createSession, memoryStore, type SessionStore } from '@vitrine/sdk'
import { sharedAmongTabs } from '../../src/tab-session/shared-tokens.ts'
import { tryingAgain } from '../../src/tab-session/try-again.ts'

type Listener = (event: MessageEvent) => void

/** Tabs of one browser: a channel that reaches all but the sender, one lock, and one service. */
export function createBrowser() {
  const listeners = new Map<object, Listener>()
  let lock: Promise<unknown> = Promise.resolve()
  let clock = 0
  let valid = ''
  let refreshes = 0
  /** Tabs that hold the lock or wait for it. */
  let wanting = 0
  const exclusive: SessionStore['exclusive'] = (work) => {
    wanting += 1
    const result = lock.then(work).finally(() => {
      wanting -= 1
    })
    lock = result.catch(() => undefined)
    return result
  }
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.endsWith('/refresh')) {
      if (isOver) return Response.json({ code: 'REFRESH_TOKEN_INVALID' }, { status: 401 })
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
  let isOver = false
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
        look: async () => ({ newest: Math.max(0, ...held.values()), isUncontended: wanting === 1 }),
        now: () => ++clock,
      },
    )
    const authorize = tryingAgain(createSession(store).authorize)
    return async (): Promise<number> => {
      const request = new Request('http://localhost/api/auth/me')
      const origin = { baseUrl: 'http://localhost', fetch }
      return (await authorize(request, fetch, origin)).status
    }
  }
  return {
    open,
    refreshes: () => refreshes,
    expire: () => {
      valid = 'none'
    },
    /** The session is ended by the service, as after a sign-out elsewhere. */
    end: () => {
      valid = 'none'
      isOver = true
    },
  }
}
