import { isOfFileSystem } from './errors.js'
import { NotTriedError, PermissionExpiredError } from './failures.js'
import { type Trouble, troubleOf } from './trouble.js'

export type TroubleListeners = {
  /** Called once per problem, not again while it lasts. `doing` is the call that failed first. */
  onTrouble: (trouble: Trouble, doing: Doing, error: unknown) => void
  onRecovery: (trouble: Trouble) => void
  /** Wall clock, ms. */
  now?: () => number
}

export type Doing = 'check' | 'read' | 'list' | 'write' | 'remove' | 'get credentials'

/** An intermittent problem, such as overload, is reported once in this time. */
const sameAgainMs = 60_000

/** Tracks the current problems with the store and reports changes. */
export function createTroubleLog({ onTrouble, onRecovery, now = Date.now }: TroubleListeners) {
  /** The problem in each scope: the store as a whole, or one kind of call. */
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
    // An answer ends the problem of the store as a whole; the denial is reported instead.
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
    /** Whether there is a problem that a check would detect. */
    isTroubled: (): boolean => checkedScopes.some((scope) => current.has(scope)),
    /** The problem with the store as a whole. */
    ofStore: (): Trouble | undefined =>
      (current.get('store') ?? current.get('get credentials'))?.trouble,
  }
}

export type TroubleLog = ReturnType<typeof createTroubleLog>

const checkedScopes = ['store', 'check', 'get credentials'] as const

/** A permission may be missing for some calls only. The success of other calls does not end that problem. */
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
