import { useRef, useState } from 'react'

export type Pending = {
  isPending: boolean
  /** Starts nothing while the former work is not done. */
  run(work: () => Promise<unknown>): void
}

/** Runs one piece of work at a time. Two presses in one moment happen before React renders, so state alone would let both through. */
export function usePending(): Pending {
  const [isPending, setPending] = useState(false)
  const isRunning = useRef(false)
  const run = (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    void work().finally(() => {
      isRunning.current = false
      setPending(false)
    })
  }
  return { isPending, run }
}
