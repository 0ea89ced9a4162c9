import { memo } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { addressOf, Picture } from '../../controls/picture.tsx'
import { say } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './grid.module.css'

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
    className={css.cell}
  >
    {asset === undefined ? <Blank /> : <Pictured asset={asset} size={size} />}
    <span className={css.tick} data-tick aria-hidden="true">
      <Icon name="check" size={14} />
    </span>
  </div>
))

const Blank = () => (
  <>
    <span className={css.picture} data-blank />
    <span className={css.blankName} />
    <span className="visually-hidden">{say('Loading')}</span>
  </>
)

/** Such as `WEBP`. */
export const kindOf = ({ contentType }: Asset): string =>
  contentType.replace('image/', '').toUpperCase()

/** Pixels of the screen count, up to two: more is not seen at this size. */
const density = Math.min(2, globalThis.devicePixelRatio || 1)

function Pictured({ asset, size }: { asset: Asset; size: number }) {
  const lacksText = asset.altText === null && !asset.decorative
  return (
    <>
      <span className={css.picture}>
        <Picture
          src={addressOf(asset, size * density)}
          alt={asset.altText ?? ''}
          width={asset.width}
          height={asset.height}
          draggable={false}
          decoding="async"
          color={asset.placeholder?.color}
        />
      </span>
      <span className={css.name} title={asset.filename}>
        {asset.filename}
      </span>
      <span className={css.badges}>
        {lacksText ? <span className={css.lacks}>{say('no alt text')}</span> : null}
        {asset.decorative ? <span>{say('decorative')}</span> : null}
        {asset.frameCount > 1 ? <span>{say('animated')}</span> : null}
        <span>{kindOf(asset)}</span>
        <span>
          {asset.width} × {asset.height}
        </span>
      </span>
    </>
  )
}
