import { cookieStore, type SessionStore } from '@vitrine/sdk'
import { sharedAmongTabs } from './shared-tokens.ts'

const name = 'vitrine-console'
const prefix = `${name}-at-`

/** Each tab holds a shared lock that says when its tokens were issued, so that others know of them. */
function createHoldings() {
  // Browsers have none in pages of other hosts without TLS.
  if (!navigator.locks) return { hold: async () => undefined, newest: async () => 0 }
  let release = (): void => undefined
  return {
    hold: (at: number) =>
      new Promise<void>((held) => {
        const former = release
        void navigator.locks.request(`${prefix}${at}`, { mode: 'shared' }, () => {
          held()
          former()
          return new Promise<void>((resolve) => {
            release = resolve
          })
        })
      }),
    newest: async () => {
      const { held = [] } = await navigator.locks.query()
      const times = held.flatMap(({ name: lock = '' }) =>
        lock.startsWith(prefix) ? [Number(lock.slice(prefix.length))] : [],
      )
      return Math.max(0, ...times)
    },
  }
}

/** The access token is in memory, the refresh token in a cookie that no script can read. */
export const tabStore = (): SessionStore =>
  sharedAmongTabs(cookieStore(name), {
    channel: new BroadcastChannel(`${name}-tokens`),
    ...createHoldings(),
    now: Date.now,
  })
