import { useNavigate } from '@tanstack/react-router'
import { IconButton } from '../controls/button.tsx'
import { Menu, MenuItem, MenuLine } from '../controls/menu.tsx'
import { toast, toastError } from '../controls/toast.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { codeOf, editorOf, historyOf } from '../publishing/places.ts'
import { t } from '../words/words.ts'
import { duplicateWidget } from './commands.ts'
import type { ListedWidget } from './queries.ts'
import type { Sheet } from './sheets.tsx'

type Props = { widget: ListedWidget; onSheet(sheet: Sheet): void }

export function RowMenu({ widget, onSheet }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const { id, projectId, name, status } = widget
  const to = (path: string) => () => void navigate({ to: path })
  const duplicate = () =>
    duplicateWidget(projectId, id).then(
      (copy) => toast(t('Copied as {name}, a draft.', { name: copy.name })),
      toastError,
    )
  const trigger = <IconButton icon="more" label={t('More about {name}', { name })} size="sm" />
  return (
    <Menu label={name} trigger={trigger}>
      <MenuItem
        label={may('updateWidget') ? t('Edit') : t('Open')}
        icon={may('updateWidget') ? 'edit' : 'eye'}
        onAction={to(editorOf(projectId, id))}
      />
      <MenuItem label={t('Copy code')} icon="copy" onAction={to(codeOf(projectId, id))} />
      <MenuItem label={t('History')} icon="clock" onAction={to(historyOf(projectId, id))} />
      {may('duplicateWidget') ? (
        <MenuItem label={t('Duplicate')} icon="widget" onAction={() => void duplicate()} />
      ) : null}
      {may('publishWidget') && status === 'DRAFT' ? (
        <MenuItem
          label={t('Publish …')}
          icon="upload"
          onAction={() => onSheet({ kind: 'publish', widget })}
        />
      ) : null}
      {may('unpublishWidget') && status === 'PUBLISHED' ? (
        <MenuItem
          label={t('Unpublish …')}
          icon="archive"
          onAction={() => onSheet({ kind: 'unpublish', widget })}
        />
      ) : null}
      {may('deleteWidget') ? <MenuLine /> : null}
      {may('deleteWidget') ? (
        <MenuItem
          label={t('Delete …')}
          icon="trash"
          isDanger
          onAction={() => onSheet({ kind: 'delete', widget })}
        />
      ) : null}
    </Menu>
  )
}
