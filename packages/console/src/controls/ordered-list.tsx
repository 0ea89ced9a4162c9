import { type ReactNode, useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { t } from '../words/words.ts'
import { Icon } from './icon.tsx'
import css from './ordered-list.module.css'

type Entry = { readonly key: string }

type Props<One extends Entry> = {
  label: string
  /** An entry that does not change stays the same object: its row is not rendered again. */
  entries: readonly One[]
  nameOf(entry: One): string
  /** Depends on the entry alone. The components it renders may use hooks. */
  row(entry: One): ReactNode
  selected: ReadonlySet<string>
  onSelect(keys: ReadonlySet<string>): void
  /** By Enter and double click. */
  onAction(key: string): void
  onMove(keys: ReadonlySet<string>, target: string, side: 'before' | 'after'): void
  isReadOnly?: boolean
  empty?: ReactNode
}

const rowHeight = 64
const textsOf = (keys: Iterable<unknown>): Set<string> => new Set([...keys].map(String))

/** A list that people put in order, by mouse, touch and keyboard. Rows out of sight are not rendered. */
export function OrderedList<One extends Entry>(props: Props<One>) {
  const { label, entries, nameOf, row, selected, onSelect, isReadOnly = false } = props
  const names = useMemo(
    () => new Map(entries.map((entry) => [entry.key, nameOf(entry)])),
    [entries, nameOf],
  )
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) =>
      [...textsOf(keys)].map((key) => ({
        'text/plain': names.get(key) ?? '',
        'vitrine-item': key,
      })),
    getAllowedDropOperations: () => ['move'],
    acceptedDragTypes: ['vitrine-item'],
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return
      props.onMove(textsOf(keys), String(target.key), target.dropPosition)
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={css.indicator ?? ''} />
    ),
  })
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight, padding: 8 }}>
      <GridList
        aria-label={label}
        items={entries}
        className={css.list ?? ''}
        selectionMode="multiple"
        selectionBehavior="replace"
        selectedKeys={selected}
        onSelectionChange={(keys) =>
          onSelect(
            keys === 'all'
              ? new Set(entries.map(({ key }) => key))
              : // The set itself: a copy would lose from where Shift extends.
                (keys as ReadonlySet<string>),
          )
        }
        onAction={(key) => props.onAction(String(key))}
        dragAndDropHooks={dragAndDropHooks}
        renderEmptyState={() => props.empty ?? null}
      >
        {(entry) => (
          <GridListItem id={entry.key} textValue={nameOf(entry)} className={`${css.row} row-2`}>
            {isReadOnly ? null : <Handle name={nameOf(entry)} />}
            {row(entry)}
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  )
}

const Handle = ({ name }: { name: string }) => (
  <Button slot="drag" className={`${css.handle} center`} aria-label={t('Move {name}', { name })}>
    <Icon name="grip" size={16} />
  </Button>
)
