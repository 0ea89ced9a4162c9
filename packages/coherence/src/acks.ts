import { decodeAck } from '@vitrine/contracts'
import type { Bus, Clock } from './ports.js'

const maxRemembered = 1000

/** `restUntilMs` is null if the replica does not break off answers. */
type Known = { seq: number; restUntilMs: number | null }

/** The newest acknowledgement of each replica. Late and repeated ones change nothing. */
export function createAcks({ buses, clock }: { buses: readonly Bus[]; clock: Clock }) {
  let known = new Map<string, Known>()
  const waiting = new Set<() => void>()

  for (const bus of buses) {
    bus.subscribe('acks', (message) => {
      const ack = decodeAck(message)
      if (ack === null || ack.seq <= seqOf(ack.replica)) return
      const restUntilMs = ack.restMs === undefined ? null : clock.monotonicMs() + ack.restMs
      known.set(ack.replica, { seq: ack.seq, restUntilMs })
      for (const check of waiting) check()
    })
  }

  const seqOf = (id: string): number => known.get(id)?.seq ?? -1

  const haveAll = (ids: readonly string[] | null, seq: number): boolean =>
    ids?.every((id) => seqOf(id) >= seq) === true

  return {
    /** Forgets all replicas but these, once many are remembered. */
    forgetOthers: (ids: readonly string[]): void => {
      if (known.size <= maxRemembered) return
      known = new Map([...known].filter(([id]) => ids.includes(id)))
    },
    /** Until when a cache may receive answers of the replica from before `seq`; null if it has not said. */
    restUntilMs: (id: string, seq: number): number | null =>
      seqOf(id) >= seq ? (known.get(id)?.restUntilMs ?? null) : null,
    /** Whether the replica is known not to break off answers that caches may keep. */
    ignoresCaches: (id: string): boolean => known.get(id)?.restUntilMs === null,
    /**
     * Whether all of these replicas acknowledge `seq` within `ms`; resolves as soon as they have.
     *
     * @param ids null if they are not known: then it waits for `ms` and resolves with false.
     */
    within: (ms: number, ids: readonly string[] | null, seq: number): Promise<boolean> =>
      new Promise((resolve) => {
        const end = (): void => {
          cancel()
          waiting.delete(check)
          resolve(haveAll(ids, seq))
        }
        const check = (): void => {
          if (haveAll(ids, seq)) end()
        }
        const cancel = clock.after(ms, end)
        waiting.add(check)
        check()
      }),
  }
}

export type Acks = ReturnType<typeof createAcks>
