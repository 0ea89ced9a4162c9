import { isOfFileSystem } from './errors.js'
import { NotTriedError, PermissionExpiredError } from './failures.js'
import { type Trouble, troubleOf } from './trouble.js'

export type TroubleListeners = {
  /** Once per trouble: not again while it lasts. `doing` is what failed first. */
  onTrouble: (trouble: Trouble, doing: Doing, error: unknown) => void
  onRecovery: (trouble: Trouble) => void
  /** Wall clock, ms. */
  now?: () => number
}

export type Doing = 'check' | 'read' | 'list' | 'write' | 'remove' | 'get credentials'

/** A trouble that comes and goes, as that of a store with too much to do, is told this often. */
const sameAgainMs = 60_000

/** Knows what is wrong with the store at the moment, and tells of it when it changes. */
export function createTroubleLog({ onTrouble, onRecovery, now = Date.now }: TroubleListeners) {
  /** The trouble of each scope: of the store as a whole, or of one kind of call. */
  const current = new Map<Doing | 'store', { trouble: Trouble; isTold: boolean }>()
  const toldAtMs = new Map<string, number>()

  const end = (scope: Doing | 'store'): void => {
    const entry = current.get(scope)
    if (entry === undefined) return
    current.delete(scope)
    if (entry.isTold) onRecovery(entry.trouble)
  }

  const begin = (trouble: Trouble, doing: Doing, error: unknown): void => {
    const scope = scopeOf(trouble, doing)
    // The store is reached, so what it was as a whole is over; a worse trouble is told instead.
    if (scope !== 'store' && scope !== 'get credentials') current.delete('store')
    if (current.get(scope)?.trouble.code === trouble.code) return
    const key = `${scope} ${trouble.code}`
    const isTold = now() - (toldAtMs.get(key) ?? Number.NEGATIVE_INFINITY) >= sameAgainMs
    current.set(scope, { trouble, isTold })
    if (!isTold) return
    toldAtMs.set(key, now())
    onTrouble(trouble, doing, error)
  }

  return {
    /** Notes how a call went. */
    track: async <Value>(doing: Doing, call: () => Promise<Value>): Promise<Value> => {
      try {
        const value = await call()
        if (doing !== 'get credentials') end('store')
        end(doing)
        return value
      } catch (error) {
        if (tellsOfStore(error)) begin(troubleOf(error), doing, error)
        throw error
      }
    },
    isTroubled: (): boolean => current.size > 0,
    /** What is wrong with the store as a whole. */
    ofStore: (): Trouble | undefined =>
      (current.get('store') ?? current.get('get credentials'))?.trouble,
  }
}

export type TroubleLog = ReturnType<typeof createTroubleLog>

/** A permission may lack for some calls alone: then other calls' success does not end the trouble. */
function scopeOf({ kind, code }: Trouble, doing: Doing): Doing | 'store' {
  if (code === 'CredentialsUnavailable') return 'get credentials'
  return kind === 'refused' || code === 'AccessDenied' ? doing : 'store'
}

const tellsOfStore = (error: unknown): boolean =>
  !(
    error instanceof NotTriedError ||
    error instanceof PermissionExpiredError ||
    isOfFileSystem(error)
  )
