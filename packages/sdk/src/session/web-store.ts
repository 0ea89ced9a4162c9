import { createQueue, type SessionStore, type Tokens } from './store.js'

/**
 * For all tabs of an origin. Scripts of the origin can read it, so the origin must run trusted scripts
 * alone. `navigator.locks` lets one tab at a time refresh.
 *
 * @param name the key in the storage and the name of the lock.
 */
export function webStore(name = 'vitrine', storage: Storage = localStorage): SessionStore {
  const queue = createQueue()
  return {
    read: () => JSON.parse(storage.getItem(name) ?? 'null') as Tokens | null,
    write: (tokens) => {
      if (tokens === null) storage.removeItem(name)
      else storage.setItem(name, JSON.stringify(tokens))
    },
    // Pages without https have no locks.
    exclusive: <Result>(work: () => Promise<Result>) =>
      navigator.locks ? (navigator.locks.request(name, work) as Promise<Result>) : queue(work),
  }
}
