import { useCallback, useReducer, useRef } from 'react'
import { retryingClient } from '../server/client.ts'
import { type Confirmation, idle, next } from './confirmation.ts'
import { type Change, follow, type Outcome } from './follow.ts'

export type { Change, Outcome }

export type Confirming<Data> = {
  state: Confirmation
  /** @returns the data of a 2xx; null if the change was refused or is not confirmed, see `state`. */
  send(change: Change<Data>): Promise<Outcome<Data>>
  /** Repeats the call that failed. */
  again(): Promise<Outcome<Data>>
}

/** Sends a change that the public sees, and follows it until every replica has acknowledged it. */
export function useConfirmation<Data>(): Confirming<Data> {
  const [state, dispatch] = useReducer(next, idle)
  const last = useRef<{ change: Change<Data>; key: string } | null>(null)
  const again = useCallback(async (): Promise<Outcome<Data>> => {
    if (last.current === null) throw new Error('nothing was sent')
    const { change, key } = last.current
    return follow(change, key, retryingClient, dispatch)
  }, [])
  const send = useCallback(
    (change: Change<Data>) => {
      last.current = { change, key: crypto.randomUUID() }
      return again()
    },
    [again],
  )
  return { state, send, again }
}
