import { type Entry, type Event, type Ledger, reduce } from './ledger.ts'

type Listener = (ledger: Ledger, previous: Ledger) => void

/** The ledger of this page. */
export function createLedgerStore() {
  let ledger: Ledger = new Map()
  const listeners = new Set<Listener>()
  return {
    get: (): Ledger => ledger,
    find: (id: string): Entry | undefined => ledger.get(id),
    send: (event: Event): void => {
      const previous = ledger
      ledger = reduce(ledger, event)
      if (ledger !== previous) for (const listener of listeners) listener(ledger, previous)
    },
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type LedgerStore = ReturnType<typeof createLedgerStore>
