import { isOfFileSystem } from './errors.js'
import { classify, type StoreFailure } from './failure.js'
import { NotTriedError, PermissionExpiredError } from './store-errors.js'

export type FailureListeners = {
  /** Called once per problem, not again while it lasts. `action` is the call that failed first. */
  onFailure: (failure: StoreFailure, action: StoreAction, error: unknown) => void
  onRecovery: (failure: StoreFailure) => void
  /** Wall clock, ms. */
  now?: () => number
}

export type StoreAction = 'check' | 'read' | 'list' | 'write' | 'remove' | 'get credentials'

/** An intermittent problem, such as overload, is reported once in this time. */
const sameAgainMs = 60_000

/** Tracks the current problems with the store and reports changes. */
export function createFailureLog({ onFailure, onRecovery, now = Date.now }: FailureListeners) {
  /** The problem in each scope: the store as a whole, or one kind of call. */
  const current = new Map<StoreAction | 'store', { failure: StoreFailure; isReported: boolean }>()
  const reportedAtMs = new Map<string, number>()

  const end = (scope: StoreAction | 'store'): void => {
    const entry = current.get(scope)
    if (entry === undefined) return
    current.delete(scope)
    if (entry.isReported) onRecovery(entry.failure)
  }

  const begin = (failure: StoreFailure, action: StoreAction, error: unknown): void => {
    const scope = scopeOf(failure, action)
    // An answer ends the problem of the store as a whole; the denial is reported instead.
    if (failure.kind === 'refused') end('store')
    else if (scope === action && scope !== 'get credentials') current.delete('store')
    if (current.get(scope)?.failure.code === failure.code) return
    const key = `${scope} ${failure.code}`
    const isReported = now() - (reportedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) >= sameAgainMs
    current.set(scope, { failure, isReported })
    if (!isReported) return
    reportedAtMs.set(key, now())
    onFailure(failure, action, error)
  }

  return {
    track: async <Value>(action: StoreAction, call: () => Promise<Value>): Promise<Value> => {
      try {
        const value = await call()
        if (action !== 'get credentials') end('store')
        end(action)
        return value
      } catch (error) {
        if (isAboutStore(error)) begin(classify(error), action, error)
        throw error
      }
    },
    /** Whether there is a problem that a check would detect. */
    isFailing: (): boolean => checkedScopes.some((scope) => current.has(scope)),
    /** The problem with the store as a whole. */
    ofStore: (): StoreFailure | undefined =>
      (current.get('store') ?? current.get('get credentials'))?.failure,
  }
}

export type FailureLog = ReturnType<typeof createFailureLog>

const checkedScopes = ['store', 'check', 'get credentials'] as const

/** A permission may be missing for some calls only. The success of other calls does not end that problem. */
function scopeOf({ kind, code }: StoreFailure, action: StoreAction): StoreAction | 'store' {
  if (code === 'CredentialsUnavailable') return 'get credentials'
  return kind === 'refused' || code === 'AccessDenied' ? action : 'store'
}

const isAboutStore = (error: unknown): boolean =>
  !(
    error instanceof NotTriedError ||
    error instanceof PermissionExpiredError ||
    isOfFileSystem(error)
  )

type Line = (fields: object, message: string) => void

/** Listeners that log each problem with the store once, with the setting to look at, and its end. */
export const logFailures = (log: { error: Line; info: Line }) =>
  ({
    onFailure: ({ kind, code, advice }, action, err) =>
      log.error({ err, code, doing: action }, `the object store is ${kind}: ${code}. ${advice}`),
    onRecovery: ({ code }) => log.info({ code }, 'the object store works again'),
  }) satisfies Partial<FailureListeners>
