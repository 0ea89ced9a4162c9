import { LayoutPicture } from '../controls/layout-picture.tsx'
import { addressOf } from '../controls/picture.tsx'
import type { Asset } from '../server/assets.ts'
import { arrangementOf } from './arrangement.ts'
import type { ListedWidget } from './queries.ts'
import css from './thumbnail.module.css'

type Props = {
  widget: Pick<ListedWidget, 'assetIds' | 'layout'>
  pictures: ReadonlyMap<string, Asset> | undefined
}

/** The first pictures of a widget, placed as its layout does. Its name stands beside it. */
export function Thumbnail({ widget: { assetIds, layout }, pictures }: Props) {
  if (assetIds.length === 0) {
    return (
      <div className={css.empty}>
        <LayoutPicture layout={layout} />
      </div>
    )
  }
  const [arrangement, count] = arrangementOf(layout, assetIds.length)
  const hasPlaces = arrangement !== 'one' && arrangement !== 'row' && arrangement !== 'column'
  return (
    <div className={`${css.thumbnail} lines`} data-arrangement={arrangement}>
      {assetIds.slice(0, count).map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be there twice.
        <Slot key={index} asset={pictures?.get(id)} place={hasPlaces ? index : undefined} />
      ))}
    </div>
  )
}

function Slot({ asset, place }: { asset: Asset | undefined; place: number | undefined }) {
  if (asset === undefined) return <span className={css.slot} data-place={place} />
  const { focalPoint, placeholder } = asset
  return (
    <img
      className={css.slot}
      data-place={place}
      src={addressOf(asset, 320)}
      alt=""
      loading="lazy"
      fetchPriority="low"
      style={{
        ...(placeholder && { backgroundColor: placeholder.color }),
        ...(focalPoint && {
          objectPosition: `${focalPoint.x * 100}% ${focalPoint.y * 100}%`,
        }),
      }}
    />
  )
}
