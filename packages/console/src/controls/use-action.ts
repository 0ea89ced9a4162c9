import { usePending } from '../forms/use-pending.ts'
import { toastError } from './toast.tsx'

type Action = { isPending: boolean; run(): void }

/** A change by a button without a form: pending until the service has answered, and a message if it refuses. */
export function useAction(act: () => Promise<unknown>): Action {
  const { isPending, run } = usePending()
  return {
    isPending,
    run: () => run(() => act().catch(toastError)),
  }
}
