import { createQueue, type SessionStore, type Tokens } from './store.js'

/** Runs one work at a time among the tabs of the origin. Pages without https have no locks. */
export function exclusiveAmongTabs(name: string): SessionStore['exclusive'] {
  const queue = createQueue()
  return <Result>(work: () => Promise<Result>) =>
    navigator.locks ? (navigator.locks.request(name, work) as Promise<Result>) : queue(work)
}

/**
 * For all tabs of an origin. Scripts of the origin can read it, so the origin must run trusted scripts
 * alone. `navigator.locks` lets one tab at a time refresh.
 *
 * @param name the key in the storage and the name of the lock.
 */
export function webStore(name = 'vitrine', storage: Storage = localStorage): SessionStore {
  return {
    read: () => JSON.parse(storage.getItem(name) ?? 'null') as Tokens | null,
    write: (tokens) => {
      if (tokens === null) storage.removeItem(name)
      else storage.setItem(name, JSON.stringify(tokens))
    },
    exclusive: exclusiveAmongTabs(name),
  }
}
