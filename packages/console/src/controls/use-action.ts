import { useState } from 'react'
import { toastProblem } from './toast.tsx'

type Action = { isPending: boolean; run(): void }

/** A change by a button without a form: pending until the service has answered, and a message if it refuses. */
export function useAction(
  act: () => Promise<unknown>,
  wordsOf: (error: unknown) => string,
): Action {
  const [isPending, setPending] = useState(false)
  const run = () => {
    if (isPending) return
    setPending(true)
    act()
      .catch((error: unknown) => toastProblem(wordsOf(error)))
      .finally(() => setPending(false))
  }
  return { isPending, run }
}
