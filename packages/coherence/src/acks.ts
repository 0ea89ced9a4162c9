import { decodeAck } from '@vitrine/contracts'
import type { Bus, Clock } from './ports.js'

const maxRemembered = 1000

/** Acknowledgements as they come in. A cursor only grows: late and repeated ones are harmless. */
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
    /** Once there are many, forgets all but these. */
    forgetOthers: (ids: readonly string[]): void => {
      if (seqs.size <= maxRemembered) return
      seqs = new Map([...seqs].filter(([id]) => ids.includes(id)))
    },
    /**
     * Whether all of them acknowledge `seq` within `ms`; resolves as soon as that is known. With
     * null for unknown ones it only waits.
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
