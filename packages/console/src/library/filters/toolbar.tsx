import type { ReactNode } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { LiveSearch } from '../../controls/live-search.tsx'
import { NativeSelect } from '../../controls/native-select.tsx'
import { UploadButton } from '../../uploads/upload-button.tsx'
import { say } from '../../words/words.ts'
import type { LibrarySearch, Sort } from '../search.ts'
import type { View } from '../view.ts'
import css from './filters.module.css'

type Props = {
  projectId: string
  search: LibrarySearch
  onChange(next: Partial<LibrarySearch>, replace?: boolean): void
  view: View
  onView(view: View): void
  foldersButton: ReactNode
}

export function Toolbar({ projectId, search, onChange, view, onView, foldersButton }: Props) {
  const sorts: { id: Sort; label: string }[] = [
    { id: 'createdAt,desc', label: say('Newest first') },
    { id: 'createdAt,asc', label: say('Oldest first') },
    { id: 'updatedAt,desc', label: say('Last changed') },
    { id: 'filename,asc', label: say('Name, A to Z') },
    { id: 'filename,desc', label: say('Name, Z to A') },
    { id: 'sizeBytes,desc', label: say('Largest first') },
    { id: 'sizeBytes,asc', label: say('Smallest first') },
  ]
  return (
    <div className={css.toolbar}>
      {foldersButton}
      <div className={css.search}>
        <LiveSearch
          label={say('Search names, texts and tags')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q }, true)}
        />
      </div>
      <div className={css.actions}>
        <div className={css.sort}>
          <NativeSelect
            label={say('Order')}
            options={sorts}
            value={search.sort ?? 'createdAt,desc'}
            onChange={(sort) => onChange({ sort })}
          />
        </div>
        <IconButton
          icon={view === 'grid' ? 'menu' : 'grid'}
          label={view === 'grid' ? say('Show as a list') : say('Show as a grid')}
          look="normal"
          onPress={() => onView(view === 'grid' ? 'list' : 'grid')}
        />
        <UploadButton
          projectId={projectId}
          folderId={search.folder === undefined || search.folder === 'root' ? null : search.folder}
        />
      </div>
    </div>
  )
}
