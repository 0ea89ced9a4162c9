import { cookieStore, type SessionStore } from '@vitrine/sdk'
import { sharedAmongTabs } from './shared-tokens.ts'

const name = 'vitrine-console'
const presence = `${name}-tab`

/** Each tab holds a shared lock for as long as it lives, so that others know of it. */
function countTabs(): () => Promise<boolean> {
  if (!navigator.locks) return async () => false
  const forever = new Promise<never>(() => undefined)
  void navigator.locks.request(presence, { mode: 'shared' }, () => forever)
  return async () => {
    const { held = [] } = await navigator.locks.query()
    return held.filter((lock) => lock.name === presence).length > 1
  }
}

/** The access token is in memory, the refresh token in a cookie that no script can read. */
export const tabStore = (): SessionStore =>
  sharedAmongTabs(cookieStore(name), {
    channel: new BroadcastChannel(`${name}-tokens`),
    hasOthers: countTabs(),
    now: Date.now,
  })
