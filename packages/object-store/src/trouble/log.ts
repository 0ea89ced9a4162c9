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

/** A trouble that comes and goes, as of an overloaded store, is reported once in this time. */
const sameAgainMs = 60_000

/** Keeps the present trouble with the store, and logs it when it changes. */
export function createTroubleLog({ onTrouble, onRecovery, now = Date.now }: TroubleListeners) {
  /** The trouble of each scope: of the store as a whole, or of one kind of call. */
  const current = new Map<Doing | 'store', { trouble: Trouble; isReported: boolean }>()
  const reportedAtMs = new Map<string, number>()

  const end = (scope: Doing | 'store'): void => {
    const entry = current.get(scope)
    if (entry === undefined) return
    current.delete(scope)
    if (entry.isReported) onRecovery(entry.trouble)
  }

  const begin = (trouble: Trouble, doing: Doing, error: unknown): void => {
    const scope = scopeOf(trouble, doing)
    // An answer ends the trouble of the store as a whole. A denial is reported in its place.
    if (trouble.kind === 'refused') end('store')
    else if (scope === doing && scope !== 'get credentials') current.delete('store')
    if (current.get(scope)?.trouble.code === trouble.code) return
    const key = `${scope} ${trouble.code}`
    const isReported = now() - (reportedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) >= sameAgainMs
    current.set(scope, { trouble, isReported })
    if (!isReported) return
    reportedAtMs.set(key, now())
    onTrouble(trouble, doing, error)
  }

  return {
    /** Records the outcome of a call. */
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
    /** Whether there is a trouble that a check would see. */
    isTroubled: (): boolean => checkedScopes.some((scope) => current.has(scope)),
    /** The trouble with the store as a whole. */
    ofStore: (): Trouble | undefined =>
      (current.get('store') ?? current.get('get credentials'))?.trouble,
  }
}

export type TroubleLog = ReturnType<typeof createTroubleLog>

const checkedScopes = ['store', 'check', 'get credentials'] as const

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
