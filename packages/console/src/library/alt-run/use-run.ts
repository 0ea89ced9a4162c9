import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { altRunPageQuery } from './queue.ts'
import { begin, needsPage, numberOf, type Run, withPage } from './run.ts'
import type { AltRunSearch } from './search.ts'
import { startOf } from './start.ts'

/** The run that the address names. Its pages are loaded before they are needed, and the address follows it. */
export function useRun(projectId: string, search: AltRunSearch) {
  const [start] = useState(() => startOf(search))
  const first = useQuery(altRunPageQuery(projectId, search, start, null))
  const initial = useMemo(
    () => (first.data === undefined ? null : begin(first.data, start)),
    [first.data, start],
  )
  const [changed, setChanged] = useState<Run | null>(null)
  const run = changed ?? initial
  const change = (step: (run: Run) => Run) =>
    setChanged((before) => {
      const present = before ?? initial
      return present === null ? null : step(present)
    })

  const cursor = run?.nextCursor ?? null
  const isNeeded = run !== null && needsPage(run)
  const next = useQuery({
    ...altRunPageQuery(projectId, search, start, cursor),
    enabled: isNeeded,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that arrives.
  useEffect(() => {
    const { data } = next
    if (isNeeded && data !== undefined) change((present) => withPage(present, data))
  }, [next.data, isNeeded])

  useAddress(run)
  return { run, change, error: first.error ?? next.error }
}

/** Keeps the position in the address, so that a reload goes on there. */
function useAddress(run: Run | null): void {
  const navigate = useNavigate({ from: '/p/$projectId/alt-text' })
  const item = run?.items[run.index]
  const id = item?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the run moves.
  useEffect(() => {
    if (run === null) return
    const number = numberOf(run)
    const place =
      item === undefined
        ? { at: undefined, since: undefined, n: undefined }
        : { at: item.id, since: item.createdAt, n: number }
    void navigate({ search: (before) => ({ ...before, ...place }), replace: true })
  }, [id, run === null])
}
