import { QueryClient } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'
import { whenAnswered } from '../tab-session/credentials.ts'
import { on, send } from './tabs.ts'

/** Several changes within this time are one message, ms: a tab that uploads makes many. */
const togetherMs = 1000
let announcement: ReturnType<typeof setTimeout> | null = null
let hasMore = false

/** The first one at once, those that follow it closely together. */
function announceChange(): void {
  hasMore = announcement !== null
  if (announcement !== null) return
  send({ kind: 'changed' })
  announcement = setTimeout(() => {
    announcement = null
    if (hasMore) announceChange()
  }, togetherMs)
}

let isOutdated = false

/** Acts after changes of other tabs: at once in a tab that is seen, in others when they are shown. */
function onForeignChange(act: () => void): () => void {
  const update = () => {
    if (!isOutdated || document.visibilityState === 'hidden') return
    isOutdated = false
    act()
  }
  document.addEventListener('visibilitychange', update)
  const end = on('changed', () => {
    isOutdated = true
    update()
  })
  return () => {
    document.removeEventListener('visibilitychange', update)
    end()
  }
}

/** A POST that changes nothing that a page shows. */
const onlyReads = /\/(?:assets\/lookup|editors)$/

/** From now on, other tabs hear of each change of this one. One that is not confirmed everywhere is stored. */
function announceChanges(): void {
  whenAnswered(({ method, url }, { ok, status }) => {
    if (method === 'GET' || onlyReads.test(new URL(url).pathname)) return
    if (ok || status === 503) announceChange()
  })
}

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
