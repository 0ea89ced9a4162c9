import { useQuery } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'
import { useEffect } from 'react'
import { Skeleton } from '../../controls/notice.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import type { AssetChange } from '../../server/assets.ts'
import { type Asset, assetQuery } from '../queries.ts'
import { AltField } from './alt-field.tsx'
import type { Saved } from './run.ts'
import { saveText } from './save-text.ts'
import type { Undo } from './use-undo.ts'

type Props = {
  projectId: string
  id: string
  undo: Undo | null
  onBack: (() => void) | null
  onSkip(): void
  onSaved(saved: Saved): void
  onGone(): void
}

const isGone = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'ASSET_NOT_FOUND'

/** One picture of the run. Another person may have deleted it since the run began, also while it is shown. */
export function One({ projectId, id, undo, onBack, onSkip, onSaved, onGone }: Props) {
  const { data: asset, error } = useQuery(assetQuery(projectId, id))
  const isDeleted = isGone(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer says so.
  useEffect(() => {
    if (isDeleted) onGone()
  }, [isDeleted])
  const save = async (before: Asset, change: AssetChange) => {
    if (Object.keys(change).length === 0) return onSkip()
    try {
      onSaved({ before, after: await saveText(before, change) })
    } catch (problem) {
      if (!isGone(problem)) throw problem
      onGone()
    }
  }
  if (error && !isDeleted) return <LoadProblem error={error} />
  return asset === undefined || isDeleted ? (
    <Skeleton lines={6} />
  ) : (
    <AltField
      asset={asset}
      undo={undo}
      onSave={(change) => save(asset, change)}
      onBack={onBack}
      onSkip={onSkip}
    />
  )
}
