import { useQuery } from '@tanstack/react-query'
import { Button } from '../controls/button.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { t } from '../words/words.ts'
import { foldersQuery } from './queries.ts'

type Props = { projectId: string; isDisabled: boolean; onMove(folderId: string | null): void }

export function MoveMenu({ projectId, isDisabled, onMove }: Props) {
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const trigger = (
    <Button look="quiet" icon="move" isDisabled={isDisabled}>
      {t('Move')}
    </Button>
  )
  return (
    <Menu label={t('Move to')} trigger={trigger} placement="top">
      <MenuItem label={t('No folder')} icon="image" onAction={() => onMove(null)} />
      {folders.map(({ id, path }) => (
        <MenuItem key={id} label={path} icon="folder" onAction={() => onMove(id)} />
      ))}
    </Menu>
  )
}
