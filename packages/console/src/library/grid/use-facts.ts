import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMomentOf } from '../../session/moment.tsx'
import { formatDay } from '../../words/formats.ts'
import { type Asset, foldersQuery } from '../queries.ts'

/** The facts of a picture in a line besides its own fields: the path of its folder, and the day on which it was added. */
export function useFacts(projectId: string, isNeeded: boolean) {
  const { data: folders } = useQuery({ ...foldersQuery(projectId), enabled: isNeeded })
  const paths = useMemo(() => new Map(folders?.map(({ id, path }) => [id, path])), [folders])
  const momentOf = useMomentOf()
  return (asset: Asset | undefined): { folder: string; created: string } => ({
    folder: (asset?.folderId && paths.get(asset.folderId)) || '',
    created: asset === undefined ? '' : formatDay(momentOf(asset.createdAt)),
  })
}
