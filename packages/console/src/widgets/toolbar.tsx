import { LiveSearch } from '../controls/live-search.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { layoutName, layouts } from '../publishing/layout-words.ts'
import { say } from '../words/words.ts'
import type { Sort, WidgetSearch } from './search.ts'
import css from './widgets.module.css'

type Change = { [Key in keyof WidgetSearch]: WidgetSearch[Key] | undefined }
type Props = { search: WidgetSearch; onChange(next: Change): void }

const any = 'any'

export function Toolbar({ search, onChange }: Props) {
  const sorts: { id: Sort; label: string }[] = [
    { id: 'updatedAt,desc', label: say('Last changed') },
    { id: 'createdAt,desc', label: say('Newest first') },
    { id: 'createdAt,asc', label: say('Oldest first') },
    { id: 'name,asc', label: say('Name, A to Z') },
    { id: 'name,desc', label: say('Name, Z to A') },
  ]
  const statuses = [
    { id: any, label: say('Live and drafts') },
    { id: 'PUBLISHED', label: say('Live') },
    { id: 'DRAFT', label: say('Drafts') },
  ] as const
  return (
    <search className={css.toolbar}>
      <div className={css.words}>
        <LiveSearch
          label={say('Search names and slugs')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q })}
        />
      </div>
      <NativeSelect
        label={say('State')}
        options={statuses}
        value={search.status ?? any}
        onChange={(status) => onChange({ status: status === any ? undefined : status })}
      />
      <NativeSelect
        label={say('Layout')}
        options={[
          { id: any, label: say('All layouts') },
          ...layouts.map((id) => ({ id, label: layoutName(id) })),
        ]}
        value={search.layout ?? any}
        onChange={(layout) => onChange({ layout: layout === any ? undefined : layout })}
      />
      <NativeSelect
        label={say('Order')}
        options={sorts}
        value={search.sort ?? 'updatedAt,desc'}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  )
}
