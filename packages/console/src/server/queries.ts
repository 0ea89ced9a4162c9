import { QueryClient } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'
import { announceChanges, onForeignChange } from './changes.ts'

/** No retries here: the SDK has repeated the calls that can be repeated. */
const isFinal = (error: unknown): boolean => error instanceof VitrineError

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => !isFinal(error) && count < 1,
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
  },
})

/** When the oldest of what the page shows was read, ms; null if it shows nothing of the service. */
export function oldestShown(): number | null {
  const shown = queries.getQueryCache().findAll({ type: 'active' })
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0)
  return times.length === 0 ? null : Math.min(...times)
}

// Pages of this tab show what other tabs have changed.
onForeignChange(() => void queries.invalidateQueries())
announceChanges()
