import { codeOf, type Send } from '../transport.js'
import { type CookieMode, memoryStore, type SessionStore, type Tokens } from './store.js'

/** Where a session is refreshed, and how: an upload's own `send` would replace the body. */
export type Origin = { baseUrl: string; fetch: Send }

export type Credentials = {
  authorize(request: Request, send: Send, origin: Origin): Promise<Response>
}

/** The session of a person: an access token that is refreshed when it expires. */
export type Session = Credentials & {
  /** Belongs into the body of a login, a registration or an acceptance; `logIn` adds it. */
  mode: CookieMode | Record<string, never>
  /** Keeps the tokens of an answer to a login; null ends the session here. */
  start(tokens: Tokens | null): Promise<void>
  tokens(): Promise<Tokens | null>
}

/** These take no access token, and an expired one would be refused. */
const open = /\/api\/auth\/(?:login|register|refresh|logout|password\/(?:forgot|reset))$/
/** Shorter than the life of a lock file. */
const refreshLimitMs = 30_000
const outdated = ['TOKEN_EXPIRED', 'TOKEN_INVALID']

const withBearer = (request: Request, token: string): Request => {
  const authorized = new Request(request)
  authorized.headers.set('Authorization', `Bearer ${token}`)
  return authorized
}

/** A session whose tokens are in the store. Clients that share the store share the session. */
export function createSession(store: SessionStore = memoryStore()): Session {
  const renew = createRenewal(store)
  return {
    mode: store.mode ?? {},
    start: async (tokens) => store.write(tokens && only(tokens)),
    tokens: async () => store.read(),
    authorize: async (request, send, origin) => {
      const tokens = open.test(new URL(request.url).pathname) ? null : await store.read()
      if (tokens === null) return send(request)
      const again = request.clone()
      const response = tokens.accessToken && (await send(withBearer(request, tokens.accessToken)))
      if (response) {
        if (response.status !== 401) return response
        const code = (await codeOf(response)) ?? ''
        if (!outdated.includes(code)) {
          if (code === 'SESSION_ENDED') await forget(store, tokens)
          return response
        }
      }
      const renewed = await renew(tokens, origin)
      if (renewed instanceof Response) return renewed.clone()
      if (renewed) return send(withBearer(again, renewed.accessToken))
      return response || send(again)
    },
  }
}

/** The other fields of an answer are not stored. */
const only = ({ accessToken, refreshToken }: Tokens): Tokens =>
  refreshToken === undefined ? { accessToken } : { accessToken, refreshToken }

/** The body that presents the refresh token. */
export const proofOf = ({ refreshToken }: Tokens): CookieMode | { refreshToken: string } =>
  refreshToken === undefined ? { session: 'cookie' } : { refreshToken }

/** Unless another client has stored a newer session. */
async function forget(store: SessionStore, tokens: Tokens): Promise<void> {
  if ((await store.read())?.accessToken === tokens.accessToken) await store.write(null)
}

/** New tokens; null if the session has ended; or the answer that says why there are none at the moment. */
type Renewed = Tokens | Response | null

/** One refresh at a time in this process, and among the clients that share the store. */
function createRenewal(store: SessionStore) {
  let running: Promise<Renewed> | null = null
  return (used: Tokens, origin: Origin): Promise<Renewed> => {
    running ??= store
      .exclusive(() => renewed(store, used, origin))
      .finally(() => {
        running = null
      })
    return running
  }
}

async function renewed(
  store: SessionStore,
  used: Tokens,
  { baseUrl, fetch }: Origin,
): Promise<Renewed> {
  const current = await store.read()
  // Another client has refreshed, or ended the session, while this one waited.
  if (current?.accessToken !== used.accessToken) return current
  const response = await fetch(
    new Request(`${baseUrl}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(proofOf(current)),
      // The clients that share the store wait for it.
      signal: AbortSignal.timeout(refreshLimitMs),
    }),
  )
  if (!response.ok && response.status !== 401) return response
  const tokens = response.ok ? only((await response.json()) as Tokens) : null
  await store.write(tokens)
  return tokens
}

/** A personal access token, for scripts. */
export const personalToken = (token: string): Credentials => ({
  authorize: (request, send) => send(withBearer(request, token)),
})
