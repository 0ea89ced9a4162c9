import type { SessionStore, Tokens } from './store.js'
import { exclusiveAmongTabs } from './web-store.js'

/**
 * For pages of the origin of the services: the refresh token is in a cookie that no script can read, and
 * each tab has an access token of its own in memory. A tab gets its first one by a refresh, so a login in
 * another tab counts here, too. `navigator.locks` lets one tab at a time refresh.
 *
 * @param name the name of the lock.
 */
export function cookieStore(name = 'vitrine'): SessionStore {
  // Only the services know whether there is a cookie.
  let current: Tokens | null = { accessToken: '' }
  return {
    mode: { session: 'cookie' },
    read: () => current,
    write: (next) => {
      current = next
    },
    exclusive: exclusiveAmongTabs(name),
  }
}
