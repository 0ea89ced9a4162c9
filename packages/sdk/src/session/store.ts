/** Without a refresh token, that one is in the browser's cookie. */
export type Tokens = { accessToken: string; refreshToken?: string }

/** The fields of a body that begins or continues a session by the browser's cookie. */
export type CookieMode = { session: 'cookie' }

/** Where a session is kept. */
export type SessionStore = {
  /** For sessions whose refresh token is in the browser's cookie. */
  mode?: CookieMode
  read(): Tokens | null | Promise<Tokens | null>
  write(tokens: Tokens | null): void | Promise<void>
  /** Runs one work at a time among all clients that share the store. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Runs one work at a time within this process. */
export function createQueue(): SessionStore['exclusive'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/** For one process or tab. The session ends with it. */
export function memoryStore(tokens: Tokens | null = null): SessionStore {
  let current = tokens
  return {
    read: () => current,
    write: (next) => {
      current = next
    },
    exclusive: createQueue(),
  }
}
