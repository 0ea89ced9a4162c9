import type { ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import css from './choice-grid.module.css'

type Entry = { readonly id: string }

type Props<One extends Entry> = {
  label: string
  entries: readonly One[]
  nameOf(entry: One): string
  cell(entry: One): ReactNode
  chosen: ReadonlySet<string>
  onChoose(ids: ReadonlySet<string>): void
  /** Ctrl A. */
  onChooseAll(): void
}

/**
 * Entries of which some are chosen: a press or Space toggles one, Shift extends from the last one, arrows move. It is
 * one stop of the Tab key.
 */
export const ChoiceGrid = <One extends Entry>(props: Props<One>) => (
  <GridList
    aria-label={props.label}
    items={props.entries}
    layout="grid"
    selectionMode="multiple"
    escapeKeyBehavior="none"
    selectedKeys={props.chosen}
    onSelectionChange={(keys) =>
      // The set itself: a copy would lose from where Shift extends.
      keys === 'all' ? props.onChooseAll() : props.onChoose(keys as ReadonlySet<string>)
    }
    className={css.grid ?? ''}
  >
    {(entry) => (
      <GridListItem id={entry.id} textValue={props.nameOf(entry)} className={css.cell ?? ''}>
        {props.cell(entry)}
      </GridListItem>
    )}
  </GridList>
)
