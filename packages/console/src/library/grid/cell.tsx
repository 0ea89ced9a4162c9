import { memo } from 'react'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import shared from './asset.module.css'
import { kindOf, pixelsOf, textStateOf } from './facts.ts'
import css from './grid.module.css'
import { Thumbnail, Tick } from './thumbnail.tsx'

type Props = {
  asset: Asset | undefined
  index: number
  column: number
  isSelected: boolean
  isFocused: boolean
  isOpen: boolean
  /** CSS pixels of its picture. */
  size: number
}

/** Without handlers of its own: the grid has one for all. */
export const Cell = memo(({ asset, index, column, isSelected, isFocused, isOpen, size }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely.
  <div
    role="gridcell"
    aria-colindex={column + 1}
    aria-selected={isSelected}
    aria-busy={asset === undefined}
    tabIndex={isFocused ? 0 : -1}
    data-index={index}
    data-open={isOpen || undefined}
    className={`${shared.asset} ${css.cell} lines`}
  >
    {asset === undefined ? <Blank /> : <Pictured asset={asset} size={size} />}
    <Tick className={css.tick} />
  </div>
))

const Blank = () => (
  <>
    <span className={css.picture} data-blank />
    <span className={css.blankName} />
    <span className="visually-hidden">{t('Loading')}</span>
  </>
)

function Pictured({ asset, size }: { asset: Asset; size: number }) {
  const textState = textStateOf(asset)
  return (
    <>
      <Thumbnail asset={asset} size={size} alt={asset.altText ?? ''} className={css.picture} />
      <span className={`${css.name} truncate`} title={asset.filename}>
        {asset.filename}
      </span>
      <span className={`${css.badges} fine`}>
        {textState === 'missing' ? <span className={shared.lacks}>{t('no alt text')}</span> : null}
        {textState === 'decorative' ? <span>{t('decorative')}</span> : null}
        {asset.frameCount > 1 ? <span>{t('animated')}</span> : null}
        <span>{kindOf(asset)}</span>
        <span>{pixelsOf(asset)}</span>
      </span>
    </>
  )
}
