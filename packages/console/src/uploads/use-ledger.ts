import { useEffect, useState } from 'react'
import type { Ledger } from './ledger.ts'
import { uploads } from './uploads.ts'

/** Several times a second is enough for people, and progress comes far more often, ms. */
const everyMs = 150

export function useLedger(): Ledger {
  const [ledger, setLedger] = useState(uploads.get)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const read = () => {
      timer = null
      setLedger(uploads.get())
    }
    const stop = uploads.subscribe(() => {
      timer ??= setTimeout(read, everyMs)
    })
    read()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
  return ledger
}
