import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { Icon, type IconName } from '../../controls/icon.tsx'
import { Menu, MenuItem } from '../../controls/menu.tsx'
import { lazyPart } from '../../controls/on-demand.tsx'
import { May, useMay } from '../../permissions/permissions.tsx'
import { depthOf } from '../../server/folder-tree.ts'
import { type Folder, foldersQuery } from '../../server/folders.ts'
import { formatCount } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import css from './folders.module.css'

const NewFolder = lazyPart(() => import('./new-folder.tsx'))
const EditFolder = lazyPart(() => import('./edit-folder.tsx'))
const DeleteFolder = lazyPart(() => import('./delete-folder.tsx'))

type Props = {
  projectId: string
  counts: Schemas['AssetCounts'] | undefined
  current: string | undefined
  onChoose(folder: string | undefined): void
}

/** All folders, each indented below its parent. */
export function Folders({ projectId, counts, current, onChoose }: Props) {
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const [parent, setParent] = useState<Folder | null | undefined>(undefined)
  const [edited, setEdited] = useState<Folder | null>(null)
  const [doomed, setDoomed] = useState<Folder | null>(null)
  return (
    <div className={css.folders}>
      <header className={`${css.head} row`}>
        <h2>{t('Folders')}</h2>
        <May call="createFolder">
          <IconButton
            icon="plus"
            size="sm"
            label={t('New folder')}
            onPress={() => setParent(null)}
          />
        </May>
      </header>
      <ul>
        <FolderLine
          label={t('All pictures')}
          icon="grid"
          count={counts?.total}
          isCurrent={current === undefined}
          onChoose={() => onChoose(undefined)}
        />
        <FolderLine
          label={t('In no folder')}
          icon="image"
          count={counts?.root}
          isCurrent={current === 'root'}
          onChoose={() => onChoose('root')}
        />
        {folders.map((folder) => (
          <FolderLine
            key={folder.id}
            label={folder.name}
            icon="folder"
            depth={depthOf(folder)}
            count={folder.assetCount}
            isCurrent={current === folder.id}
            onChoose={() => onChoose(folder.id)}
            menu={
              <FolderMenu
                folder={folder}
                onAdd={() => setParent(folder)}
                onEdit={() => setEdited(folder)}
                onDelete={() => setDoomed(folder)}
              />
            }
          />
        ))}
      </ul>
      {parent === undefined ? null : (
        <NewFolder projectId={projectId} parent={parent} onClose={() => setParent(undefined)} />
      )}
      {edited === null ? null : <EditFolder folder={edited} onClose={() => setEdited(null)} />}
      {doomed === null ? null : (
        <DeleteFolder
          folder={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            if (current === doomed.id) onChoose(undefined)
          }}
        />
      )}
    </div>
  )
}

type MenuProps = { folder: Folder; onAdd(): void; onEdit(): void; onDelete(): void }

function FolderMenu({ folder, onAdd, onEdit, onDelete }: MenuProps) {
  const may = useMay()
  if (!may('createFolder') && !may('deleteFolder')) return null
  return (
    <Menu
      label={t('Folder {name}', { name: folder.name })}
      trigger={
        <IconButton icon="more" size="sm" label={t('More about {name}', { name: folder.name })} />
      }
    >
      <MenuItem label={t('New folder inside')} icon="plus" onAction={onAdd} />
      <MenuItem label={t('Rename or move')} icon="edit" onAction={onEdit} />
      <MenuItem label={t('Delete')} icon="trash" isDanger onAction={onDelete} />
    </Menu>
  )
}

type LineProps = {
  label: string
  icon: IconName
  count: number | undefined
  isCurrent: boolean
  onChoose(): void
  depth?: number
  menu?: ReactNode
}

const FolderLine = ({ label, icon, count, isCurrent, onChoose, depth = 0, menu }: LineProps) => (
  <li className={`${css.line} row`} data-current={isCurrent || undefined}>
    <button
      type="button"
      className={`${css.folder} bare row fill`}
      aria-current={isCurrent}
      onClick={onChoose}
      style={{ paddingInlineStart: 10 + depth * 14 }}
    >
      <Icon name={icon} size={16} />
      <span className={`${css.label} truncate`} title={label}>
        {label}
      </span>
      {count === undefined ? null : (
        <span className={`${css.count} fine`}>{formatCount(count)}</span>
      )}
    </button>
    {menu === undefined ? null : <span className={css.menu}>{menu}</span>}
  </li>
)
