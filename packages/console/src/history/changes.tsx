import { useQuery } from '@tanstack/react-query'
import type { Layout } from '../controls/layout-picture.tsx'
import { addressOf } from '../controls/picture.tsx'
import { layoutName } from '../publishing/layout-words.ts'
import { labelOf, wordsOfKey } from '../publishing/setting-words.ts'
import { type Asset, someAssetsQuery } from '../server/assets.ts'
import { t } from '../words/words.ts'
import { fieldName, listChange } from './entry-words.ts'
import css from './history.module.css'

type Pair = { from?: unknown; to?: unknown }
type ListChange = Pair & { removed?: readonly string[] }
type Props = { projectId: string; changes: Readonly<Record<string, unknown>>; isNew: boolean }

const texts = ['name', 'slug', 'layout'] as const

/** The fields that differ, before and after. Of a new widget the first values alone. */
export function Changes({ projectId, changes, isNew }: Props) {
  const assetIds = changes.assetIds as ListChange | undefined
  const isRetold = changes.items !== undefined && assetIds === undefined
  return (
    <dl className={`${css.changes} stack-3 optional`}>
      {texts.map((field) => {
        const pair = changes[field] as Pair | undefined
        return pair === undefined ? null : (
          <Row key={field} name={fieldName(field)} pair={shown(field, pair)} isNew={isNew} />
        )
      })}
      {assetIds === undefined ? null : (
        <div>
          <dt>{fieldName('assetIds')}</dt>
          <dd>
            <PictureChange
              projectId={projectId}
              from={(assetIds.from ?? assetIds.removed ?? []) as string[]}
              to={(assetIds.to ?? []) as string[]}
            />
          </dd>
        </div>
      )}
      {isRetold ? (
        <div>
          <dt>{fieldName('items')}</dt>
          <dd>{t('changed')}</dd>
        </div>
      ) : null}
      {isNew ? null : <Settings changes={changes} />}
    </dl>
  )
}

/** One row for each changed key of `config` and `theme`. */
function Settings({ changes }: Pick<Props, 'changes'>) {
  return ['config', 'theme'].flatMap((field) =>
    Object.entries((changes[field] ?? {}) as Record<string, Pair>).map(([key, pair]) => (
      <Row key={`${field}.${key}`} name={labelOf(key)} pair={inWords(key, pair)} isNew={false} />
    )),
  )
}

/** Values of settings have the words of the editor. */
const inWords = (key: string, { from, to }: Pair): Pair => ({
  from: from == null ? from : wordsOfKey(key, from),
  to: to == null ? to : wordsOfKey(key, to),
})

function shown(field: string, { from, to }: Pair): Pair {
  if (field !== 'layout') return { from, to }
  const name = (value: unknown) => (value === null ? null : layoutName(value as Layout))
  return { from: name(from), to: name(to) }
}

function Row({ name, pair, isNew }: { name: string; pair: Pair; isNew: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`${css.values} row`}>
        {isNew ? null : (
          <>
            <del>
              <Value value={pair.from} />
            </del>
            <span className={css.arrow} aria-hidden="true">
              →
            </span>
          </>
        )}
        <ins>
          <Value value={pair.to} />
        </ins>
      </dd>
    </div>
  )
}

const color = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([^)]*\))$/i

/** A value of a field or a setting, in a few words. */
function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null) {
    return <span className={css.unset}>{t('not set')}</span>
  }
  if (typeof value === 'string' && color.test(value)) {
    return (
      <span className={css.color}>
        <span className={css.swatch} style={{ backgroundColor: value }} aria-hidden="true" />
        {value}
      </span>
    )
  }
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
}

type PictureChangeProps = { projectId: string; from: readonly string[]; to: readonly string[] }

/** More would make an entry too long. */
const mostShown = 8

/** Pictures that came and went, shown. */
function PictureChange({ projectId, from, to }: PictureChangeProps) {
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
        <ul className={`${css.pictures} wrap`}>
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
        className="cover"
      />
    )}
  </li>
)
