import { decodeAck } from '@vitrine/contracts'
import type { Bus, Clock } from './ports.js'

const maxRemembered = 1000

/** The newest acknowledgement of each replica. Late and repeated ones change nothing. */
export function createAcks({ buses, clock }: { buses: readonly Bus[]; clock: Clock }) {
  let seqs = new Map<string, number>()
  const waiting = new Set<() => void>()

  for (const bus of buses) {
    bus.subscribe('acks', (message) => {
      const ack = decodeAck(message)
      if (ack === null || ack.seq <= (seqs.get(ack.replica) ?? -1)) return
      seqs.set(ack.replica, ack.seq)
      for (const check of waiting) check()
    })
  }

  const haveAll = (ids: readonly string[] | null, seq: number): boolean =>
    ids?.every((id) => (seqs.get(id) ?? -1) >= seq) === true

  return {
    /** Forgets all replicas but these, once many are remembered. */
    forgetOthers: (ids: readonly string[]): void => {
      if (seqs.size <= maxRemembered) return
      seqs = new Map([...seqs].filter(([id]) => ids.includes(id)))
    },
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
