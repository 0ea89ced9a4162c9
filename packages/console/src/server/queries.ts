import { MutationCache, QueryClient } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'
import { announceChange, onForeignChange } from './tabs.ts'

/** No retries here: the SDK has repeated the calls that can be repeated. */
const isFinal = (error: unknown): boolean => error instanceof VitrineError

export const queries = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: () => announceChange() }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => !isFinal(error) && count < 1,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What another tab has changed is read again when it is shown.
onForeignChange(() => void queries.invalidateQueries())
