import { cookieStore, type SessionStore } from '@vitrine/sdk'
import { type Look, sharedAmongTabs } from './shared-tokens.ts'

const name = 'vitrine-console'
const prefix = `${name}-at-`

/** Each tab holds a shared lock that says when its tokens were issued, so that others know of them. */
function createHoldings() {
  // Browsers have none in pages of other hosts without TLS.
  if (!navigator.locks) {
    return { hold: async () => undefined, look: async () => ({ newest: 0, isUncontended: true }) }
  }
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
    look: async (): Promise<Look> => {
      const { held = [], pending = [] } = await navigator.locks.query()
      const times = held.flatMap(({ name: lock = '' }) =>
        lock.startsWith(prefix) ? [Number(lock.slice(prefix.length))] : [],
      )
      const isExclusive = ({ name: lock }: LockInfo) => lock === name
      return {
        newest: Math.max(0, ...times),
        isUncontended: held.some(isExclusive) && !pending.some(isExclusive),
      }
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
