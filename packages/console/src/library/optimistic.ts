import type { Asset, AssetChange } from '../server/assets.ts'
import { queries } from '../server/queries.ts'
import type { AssetPage } from './queries.ts'

/**
 * Shows a change of a picture wherever it is shown, before the service has answered.
 *
 * @returns a function that takes it back.
 */
export function showAtOnce({ id, projectId }: Asset, change: AssetChange): () => void {
  const changed = (asset: Asset): Asset =>
    asset.id === id ? ({ ...asset, ...change } as Asset) : asset
  const lists = { queryKey: ['assets', projectId, 'list'] }
  const one = ['assets', projectId, 'one', id]
  const former = [
    ...queries.getQueriesData<AssetPage>(lists),
    [one, queries.getQueryData<Asset>(one)] as const,
  ]
  queries.setQueriesData<AssetPage>(
    lists,
    (page) => page && { ...page, content: page.content.map(changed) },
  )
  queries.setQueryData<Asset>(one, (asset) => asset && changed(asset))
  return () => {
    for (const [key, data] of former) queries.setQueryData(key, data)
  }
}
