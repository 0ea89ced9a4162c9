import type { Command } from '../controls/command-list.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { mostOfWidget } from '../publishing/new-widget.ts'
import { t } from '../words/words.ts'
import { countOf } from './grid/selection.ts'
import type { Library } from './use-library.ts'

/** The actions of the palette on the selected pictures, with their keys. */
export function useSelectionCommands({ selecting, total }: Library): Command[] {
  const may = useMay()
  const { selection, ask, selectAll } = selecting
  const count = countOf(selection, total)
  const all: Command = {
    id: 'select-all',
    label: t('Select all pictures that match'),
    keys: 'Ctrl A',
    icon: 'image',
    run: selectAll,
  }
  const making: Command = {
    id: 'new-widget',
    label: t(
      '{count, plural, one {New widget from this picture} other {New widget from # pictures}}',
      { count },
    ),
    keys: 'W',
    icon: 'widget',
    run: () => ask('new widget'),
  }
  const deleting: Command = {
    id: 'delete',
    label: t('{count, plural, one {Delete this picture} other {Delete # pictures}}', { count }),
    keys: 'Del',
    icon: 'trash',
    run: () => ask('delete'),
  }
  return [
    ...(count > 0 && count <= mostOfWidget && may('createWidget') ? [making] : []),
    ...(count > 0 && may('bulkAssets') ? [deleting] : []),
    ...(total > count ? [all] : []),
  ]
}
