import { Icon } from '../../controls/icon.tsx'
import type { Sort } from '../../server/picture-order.ts'
import { t } from '../../words/words.ts'
import css from './list.module.css'

type Props = { sort: Sort; onSort(sort: Sort): void }

type Column = {
  className: string | undefined
  label: string
  /** The orders of the list by this column: the first press takes the first one. */
  sorts?: readonly [Sort, Sort]
}

const columnsOf = (): Column[] => [
  { className: `${css.first} row`, label: t('Picture') },
  { className: css.name, label: t('File name'), sorts: ['filename,asc', 'filename,desc'] },
  { className: css.alt, label: t('Alt text') },
  { className: css.type, label: t('Type') },
  { className: css.pixels, label: t('Pixels') },
  { className: css.size, label: t('Size'), sorts: ['sizeBytes,desc', 'sizeBytes,asc'] },
  { className: css.folder, label: t('Folder') },
  { className: css.created, label: t('Created'), sorts: ['createdAt,desc', 'createdAt,asc'] },
]

export const columnCount = 8

/** The names of the columns. Three of them order the list. */
export const ListHead = ({ sort, onSort }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a row of a table cannot be placed freely.
  // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus.
  <div
    role="row"
    aria-rowindex={1}
    className={`${css.head} fine`}
    // The keys and the frame of the list are not about its head.
    onKeyDown={(event) => event.stopPropagation()}
    onPointerDown={(event) => event.stopPropagation()}
  >
    {columnsOf().map((column, index) => (
      <Head key={column.label} column={column} index={index} sort={sort} onSort={onSort} />
    ))}
  </div>
)

type HeadProps = Props & { column: Column; index: number }

function Head({ column: { className, label, sorts }, index, sort, onSort }: HeadProps) {
  const isCurrent = sorts?.includes(sort) ?? false
  const isAscending = sort.endsWith(',asc')
  const order = isAscending ? 'ascending' : 'descending'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely.
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus.
    <span
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorts === undefined ? undefined : isCurrent ? order : 'none'}
      className={className}
    >
      {sorts === undefined ? (
        <span className={index === 0 ? 'visually-hidden' : undefined}>{label}</span>
      ) : (
        <button
          type="button"
          className={`${css.sort} bare`}
          data-current={isCurrent || undefined}
          data-ascending={isAscending || undefined}
          onClick={() => onSort(sort === sorts[0] ? sorts[1] : sorts[0])}
        >
          {label}
          <Icon name="chevronDown" size={14} />
        </button>
      )}
    </span>
  )
}
