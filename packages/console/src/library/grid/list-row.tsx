import { memo } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { addressOf, Picture } from '../../controls/picture.tsx'
import { formatBytes } from '../../words/formats.ts'
import { say } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import { kindOf } from './cell.tsx'
import css from './list.module.css'

type Props = {
  asset: Asset | undefined
  index: number
  top: number
  isSelected: boolean
  isFocused: boolean
  isOpen: boolean
  /** The path of its folder, and the day on which it was added. */
  folder: string
  created: string
}

/** One picture as a line. Without handlers of its own: the grid has one for all. */
export const ListRow = memo(
  ({ asset, index, top, isSelected, isFocused, isOpen, folder, created }: Props) => (
    // biome-ignore lint/a11y/useSemanticElements: a row of a table cannot be placed freely.
    <div
      role="row"
      // The first row has the names of the columns.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={asset === undefined}
      tabIndex={isFocused ? 0 : -1}
      data-index={index}
      data-open={isOpen || undefined}
      className={css.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {asset === undefined ? (
        <Blank />
      ) : (
        <Columns asset={asset} folder={folder} created={created} />
      )}
    </div>
  ),
)

const Blank = () => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely.
  // biome-ignore lint/a11y/useFocusableInteractive: its row takes the focus.
  <span role="gridcell" aria-colindex={1} className={css.blank}>
    <span className="visually-hidden">{say('Loading')}</span>
  </span>
)

type ColumnsProps = { asset: Asset; folder: string; created: string }

const density = Math.min(2, globalThis.devicePixelRatio || 1)
const pictureSize = 40

function Columns({ asset, folder, created }: ColumnsProps) {
  const { filename, altText, decorative, width, height, sizeBytes, frameCount } = asset
  const kind = frameCount > 1 ? say('{kind}, animated', { kind: kindOf(asset) }) : kindOf(asset)
  const columns = [
    { name: css.name, text: filename },
    { name: css.type, text: kind },
    { name: css.pixels, text: `${width} × ${height}` },
    { name: css.size, text: formatBytes(sizeBytes) },
    { name: css.folder, text: folder },
    { name: css.created, text: created },
  ]
  const [name, ...others] = columns.map(({ name: className, text }, index) => (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely.
    // biome-ignore lint/a11y/useFocusableInteractive: its row takes the focus.
    <span
      key={className}
      role="gridcell"
      aria-colindex={index === 0 ? 2 : index + 3}
      className={className}
      title={text}
    >
      {text}
    </span>
  ))
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its row takes the focus. */}
      <span role="gridcell" aria-colindex={1} className={css.first}>
        <span className={css.tick} data-tick aria-hidden="true">
          <Icon name="check" size={14} />
        </span>
        <span className={css.picture}>
          <Picture
            src={addressOf(asset, pictureSize * density)}
            // The columns beside it name the picture.
            alt=""
            width={asset.width}
            height={asset.height}
            draggable={false}
            decoding="async"
            color={asset.placeholder?.color}
          />
        </span>
      </span>
      {name}
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its row takes the focus. */}
      <span role="gridcell" aria-colindex={3} className={css.alt} title={altText ?? undefined}>
        {altText ?? (
          <span className={decorative ? css.quiet : css.lacks}>
            {decorative ? say('decorative') : say('no alt text')}
          </span>
        )}
      </span>
      {others}
    </>
  )
}
