import { addressOf } from '../../controls/picture.tsx'
import { t } from '../../words/words.ts'
import { nameOf } from '../order/names.ts'
import { useEdited } from '../use-editing.tsx'
import type { Differences } from '../working-copy/differences.ts'
import type { Item } from '../working-copy/fields.ts'
import { lineOf, listWords } from './difference-words.ts'
import css from './publish.module.css'

/** The differences that publishing makes for the public. */
export function DifferenceList({ differences }: { differences: Differences }) {
  const { values, added, removed } = differences
  return (
    <div className={css.differences}>
      {values.length === 0 ? null : (
        <ul className={css.lines}>
          {values.map(lineOf).map(({ id, label, from, to }) => (
            <li key={id}>
              <span className={css.what}>{label}</span>
              <del>{from}</del>
              <span aria-hidden="true">→</span>
              <ins>{to}</ins>
            </li>
          ))}
        </ul>
      )}
      {listWords(differences).map((words) => (
        <p key={words} className={css.list}>
          {words}
        </p>
      ))}
      <Thumbs label={t('Added')} items={added} />
      <Thumbs label={t('Removed')} items={removed} isGone />
    </div>
  )
}

/** More than these are only counted. */
const mostThumbs = 12

type ThumbsProps = { label: string; items: readonly Item[]; isGone?: boolean }

function Thumbs({ label, items, isGone = false }: ThumbsProps) {
  const assets = useEdited((state) => state.assets)
  if (items.length === 0) return null
  const rest = items.length - mostThumbs
  return (
    <ul className={css.thumbs} aria-label={label} data-gone={isGone || undefined}>
      {items.slice(0, mostThumbs).map((item) => {
        const asset = assets.get(item.assetId)
        return asset === undefined ? null : (
          <li key={item.key}>
            <img src={addressOf(asset, 320)} alt={nameOf(item, asset)} fetchPriority="low" />
          </li>
        )
      })}
      {rest > 0 ? <li className={css.rest}>{`+${rest}`}</li> : null}
    </ul>
  )
}
