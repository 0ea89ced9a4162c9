import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { toastError } from '../controls/toast.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { filterOf } from './conditions.ts'
import { useRange, useTotal } from './grid/use-pages.ts'
import { countsQuery } from './queries.ts'
import type { LibrarySearch } from './search.ts'
import { useSelecting } from './use-selecting.ts'
import { rememberedView, rememberView, type View } from './view.ts'

export type Library = ReturnType<typeof useLibrary>

/** The query of the address, the pictures that match, and which of them are selected, open or looked at. */
export function useLibrary() {
  const { projectId } = useParams({ from: '/shell/p/$projectId/library' })
  const search = useSearch({ from: '/shell/p/$projectId/library' })
  const navigate = useNavigate({ from: '/p/$projectId/library' })
  const { asset: openId = null, view: named, ...conditions } = search
  const view = named ?? rememberedView()
  const key = JSON.stringify(conditions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of the conditions.
  const list = useMemo(
    () => ({ projectId, filter: filterOf(conditions), sort: conditions.sort ?? 'createdAt,desc' }),
    [projectId, key],
  )
  const { total, error, isPending } = useTotal(list)
  const counts = useQuery(countsQuery(projectId))
  const may = useMay()
  const range = useRange(list)
  const [looked, setLooked] = useState<string | null>(null)
  const [renamedId, rename] = useState<string | null>(null)

  const change = (next: Partial<Record<keyof LibrarySearch, unknown>>, replace = false) =>
    void navigate({
      search: (previous) => ({ ...previous, asset: undefined, ...next }) as LibrarySearch,
      replace,
    })
  const selecting = useSelecting({
    key: `${projectId}${key}`,
    total,
    range: (from, to) =>
      range(from, to).catch((problem) => {
        toastError(problem)
        return []
      }),
    open: (id) => change({ asset: id }, openId !== null),
    look: setLooked,
    rename,
    may: (asked) => may(asked === 'delete' ? 'bulkAssets' : 'createWidget'),
  })
  return {
    projectId,
    search,
    list,
    total,
    error,
    isPending,
    openId,
    looked,
    setLooked,
    selecting,
    renamedId,
    rename,
    counts: counts.data,
    change,
    view,
    /** The open picture stays open. */
    setView: (next: View) => {
      rememberView(next)
      change({ view: next, asset: openId ?? undefined }, true)
    },
    folderId: folderOf(search),
  }
}

/** Where uploads of this page go. */
const folderOf = ({ folder }: LibrarySearch): string | null =>
  folder === undefined || folder === 'root' ? null : folder
