import type { ReactNode } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { LiveSearch } from '../../controls/live-search.tsx'
import { NativeSelect } from '../../controls/native-select.tsx'
import { sortOptions } from '../../server/picture-order-words.ts'
import { UploadButton } from '../../uploads/upload-button.tsx'
import { t } from '../../words/words.ts'
import type { LibrarySearch } from '../search.ts'
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
  return (
    <div className={`${css.toolbar} row-3`}>
      {foldersButton}
      <div className={`${css.search} fill`}>
        <LiveSearch
          label={t('Search names, texts and tags')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q }, true)}
        />
      </div>
      <div className={css.actions}>
        <div className={css.sort}>
          <NativeSelect
            label={t('Order')}
            options={sortOptions()}
            value={search.sort ?? 'createdAt,desc'}
            onChange={(sort) => onChange({ sort })}
          />
        </div>
        <IconButton
          icon={view === 'grid' ? 'menu' : 'grid'}
          label={view === 'grid' ? t('Show as a list') : t('Show as a grid')}
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
