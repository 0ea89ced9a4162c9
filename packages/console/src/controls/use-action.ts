import { toastProblem } from './toast.tsx'
import { usePending } from './use-pending.ts'

type Action = { isPending: boolean; run(): void }

/** A change by a button without a form: pending until the service has answered, and a message if it refuses. */
export function useAction(
  act: () => Promise<unknown>,
  wordsOf: (error: unknown) => string,
): Action {
  const { isPending, run } = usePending()
  return {
    isPending,
    run: () => run(() => act().catch((error: unknown) => toastProblem(wordsOf(error)))),
  }
}
