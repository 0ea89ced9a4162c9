import type { LogPage, ReplicaRow } from '@vitrine/coherence'
import { type Change, tags as names } from '@vitrine/contracts'

/** For each fact, the seq of its newest change; 0 if it never changed. */
export type State = readonly number[]

export const tagOf = (fact: number): string => `fact:${fact}`

type PostgresOptions = {
  facts: number
  /** How many changes the log keeps, and how many it returns at most. */
  maxLog: number
  maxPage: number
}

/**
 * The data in Postgres: facts, the log of their changes and the register of replicas. Each function
 * is one statement. State `n` is the state after the change with seq `n`.
 */
export function createPostgres({ facts, maxLog, maxPage }: PostgresOptions) {
  const states: State[] = [Array.from({ length: facts }, () => 0)]
  const log: Change[] = []
  const rows = new Map<string, ReplicaRow>()
  let isUp = true
  let purgedTo: number | null = null

  const head = () => states.length - 1
  const stateAt = (seq: number): State => {
    const state = states[seq]
    if (state === undefined) throw new Error(`there is no state ${seq}, the newest is ${head()}`)
    return state
  }
  /** After pruning, the page may begin later than requested. */
  const since = (after: number, limit: number): LogPage => {
    const from = Math.max(after, head() - maxLog)
    const changes = log.slice(from, from + Math.min(limit, maxPage))
    return { from, to: from + changes.length, head: head(), changes }
  }

  return {
    head,
    stateAt,
    states: (): readonly State[] => states,
    since,
    latest: (limit: number): LogPage =>
      since(Math.max(0, head() - Math.min(limit, maxPage)), limit),
    /**
     * One transaction. Each list of facts becomes one change of the log; a list of more than two
     * facts is logged as "everything".
     */
    commit: (changed: readonly (readonly number[])[]): Change[] =>
      changed.map((list) => {
        const seq = states.length
        states.push(stateAt(seq - 1).map((version, fact) => (list.includes(fact) ? seq : version)))
        const isMuch = list.length > 2
        const change = { seq, tags: isMuch ? [names.everything] : list.map(tagOf) }
        log.push(change)
        return change
      }),

    register: (id: string, graceMs: number): void => {
      rows.set(id, { id, renewals: 0, acked: 0, fenced: false, graceMs })
    },
    renew: (id: string, acked: number, after: number, limit: number): LogPage | null => {
      const row = rows.get(id)
      if (row === undefined || row.fenced) return null
      rows.set(id, { ...row, renewals: row.renewals + 1, acked })
      return since(after, limit)
    },
    leave: (id: string): void => {
      rows.delete(id)
    },
    replicas: (): ReplicaRow[] => [...rows.values()],
    /** @returns whether the row was fenced. */
    fence: (id: string, renewals: number): boolean => {
      const row = rows.get(id)
      if (row?.renewals !== renewals) return false
      rows.set(id, { ...row, fenced: true })
      return true
    },

    /** How far the cache in front is known to have been purged; null: nobody knows what it has kept. */
    purgedTo: (): number | null => purgedTo,
    notePurged: (seq: number): void => {
      purgedTo = Math.max(purgedTo ?? 0, seq)
    },

    isUp: (): boolean => isUp,
    /** Committed data survives. */
    stop: (): void => {
      isUp = false
    },
    start: (): void => {
      isUp = true
    },
  }
}

export type Postgres = ReturnType<typeof createPostgres>
