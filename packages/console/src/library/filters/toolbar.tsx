import { type ReactNode, useEffect, useState } from 'react'
import { NativeSelect } from '../../controls/native-select.tsx'
import { SearchBox } from '../../controls/search-box.tsx'
import { UploadButton } from '../../uploads/upload-button.tsx'
import { say } from '../../words/words.ts'
import type { LibrarySearch, Sort } from '../search.ts'
import css from './filters.module.css'

type Props = {
  projectId: string
  search: LibrarySearch
  onChange(next: Partial<LibrarySearch>, replace?: boolean): void
  foldersButton: ReactNode
}

/** After the last letter, ms. */
const pauseMs = 250

export function Toolbar({ projectId, search, onChange, foldersButton }: Props) {
  const sorts: { id: Sort; label: string }[] = [
    { id: 'createdAt,desc', label: say('Newest first') },
    { id: 'createdAt,asc', label: say('Oldest first') },
    { id: 'updatedAt,desc', label: say('Last changed') },
    { id: 'filename,asc', label: say('Name, A to Z') },
    { id: 'filename,desc', label: say('Name, Z to A') },
    { id: 'sizeBytes,desc', label: say('Largest first') },
  ]
  return (
    <div className={css.toolbar}>
      {foldersButton}
      <div className={css.search}>
        <SearchWords value={search.q ?? ''} onChange={onChange} />
      </div>
      <div className={css.sort}>
        <NativeSelect
          label={say('Order')}
          options={sorts}
          value={search.sort ?? 'createdAt,desc'}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
      <UploadButton
        projectId={projectId}
        folderId={search.folder === undefined || search.folder === 'root' ? null : search.folder}
      />
    </div>
  )
}

function SearchWords({ value, onChange }: { value: string; onChange: Props['onChange'] }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => {
      const q = text.trim()
      onChange({ q: q === '' ? undefined : q }, true)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return <SearchBox label={say('Search names, texts and tags')} value={text} onChange={setText} />
}
