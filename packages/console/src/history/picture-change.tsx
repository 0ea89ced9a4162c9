import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../controls/picture.tsx'
import { type Asset, someAssetsQuery } from '../server/assets.ts'
import { t } from '../words/words.ts'
import css from './history.module.css'
import { listChange } from './pictures.ts'

type Props = { projectId: string; from: readonly string[]; to: readonly string[] }

/** More would make an entry too long. */
const mostShown = 8

/** Pictures that came and went, shown. */
export function PictureChange({ projectId, from, to }: Props) {
  const { added, removed, isReordered } = listChange(from, to)
  const shownAdded = [...new Set(added)].slice(0, mostShown)
  const shownRemoved = [...new Set(removed)].slice(0, mostShown)
  const shown = [...new Set([...shownAdded, ...shownRemoved])]
  const { data } = useQuery(someAssetsQuery(projectId, shown))
  return (
    <>
      <p>
        {[
          added.length > 0 ? t('{count} added', { count: added.length }) : null,
          removed.length > 0 ? t('{count} removed', { count: removed.length }) : null,
          isReordered ? t('order changed') : null,
        ]
          .filter((part) => part !== null)
          .join(', ') || t('none')}
      </p>
      {shown.length === 0 ? null : (
        <ul className={css.pictures}>
          {shownAdded.map((id) => (
            <Tile key={`+${id}`} asset={data?.get(id)} kind="added" />
          ))}
          {shownRemoved.map((id) => (
            <Tile key={`-${id}`} asset={data?.get(id)} kind="removed" />
          ))}
        </ul>
      )}
    </>
  )
}

const Tile = ({ asset, kind }: { asset: Asset | undefined; kind: 'added' | 'removed' }) => (
  <li className={css.tile} data-kind={kind} title={asset?.filename}>
    {asset === undefined ? (
      <span />
    ) : (
      <img
        src={addressOf(asset, 320)}
        alt={
          kind === 'added'
            ? t('Added: {name}', { name: asset.filename })
            : t('Removed: {name}', { name: asset.filename })
        }
        loading="lazy"
      />
    )}
  </li>
)
