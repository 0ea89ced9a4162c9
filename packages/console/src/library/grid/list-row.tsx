import { memo, type ReactNode } from 'react'
import { formatBytes } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import shared from './asset.module.css'
import { kindOf, pixelsOf, textStateOf } from './facts.ts'
import css from './list.module.css'
import { Thumbnail, Tick } from './thumbnail.tsx'

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
      className={`${shared.asset} ${css.row} hint`}
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
  <ListCell column={1} className={css.blank}>
    <span className="visually-hidden">{t('Loading')}</span>
  </ListCell>
)

const pictureSize = 40

function Columns({ asset, folder, created }: Pick<Props, 'folder' | 'created'> & { asset: Asset }) {
  const { filename, altText, sizeBytes, frameCount } = asset
  const kind = frameCount > 1 ? t('{kind}, animated', { kind: kindOf(asset) }) : kindOf(asset)
  const facts = [
    { name: css.type, text: kind },
    { name: css.pixels, text: pixelsOf(asset) },
    { name: css.size, text: formatBytes(sizeBytes) },
    { name: css.folder, text: folder },
    { name: css.created, text: created },
  ]
  return (
    <>
      <ListCell column={1} className={`${css.first} row`}>
        <Tick className={css.tick} />
        {/* The columns beside it name the picture. */}
        <Thumbnail asset={asset} size={pictureSize} alt="" className={css.picture} />
      </ListCell>
      <ListCell column={2} className={css.name} title={filename}>
        {filename}
      </ListCell>
      <ListCell column={3} className={css.alt} title={altText ?? undefined}>
        {altText ?? <NoText state={textStateOf(asset)} />}
      </ListCell>
      {facts.map(({ name, text }, index) => (
        <ListCell key={name} column={index + 4} className={name} title={text}>
          {text}
        </ListCell>
      ))}
    </>
  )
}

const NoText = ({ state }: { state: ReturnType<typeof textStateOf> }) =>
  state === 'decorative' ? (
    <span className={css.quiet}>{t('decorative')}</span>
  ) : (
    <span className={shared.lacks}>{t('no alt text')}</span>
  )

type ListCellProps = {
  /** The number of the column, from 1. */
  column: number
  className: string | undefined
  title?: string | undefined
  children: ReactNode
}

/** A cell of a line. */
const ListCell = ({ column, ...props }: ListCellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely.
  // biome-ignore lint/a11y/useFocusableInteractive: its row takes the focus.
  <span role="gridcell" aria-colindex={column} {...props} />
)
