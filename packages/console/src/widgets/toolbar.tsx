import { LiveSearch } from '../controls/live-search.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { layoutName, layouts } from '../publishing/layout-words.ts'
import { t } from '../words/words.ts'
import type { Sort, WidgetSearch } from './search.ts'
import css from './widgets.module.css'

type Change = { [Key in keyof WidgetSearch]: WidgetSearch[Key] | undefined }
type Props = { search: WidgetSearch; onChange(next: Change): void }

const any = 'any'

export function Toolbar({ search, onChange }: Props) {
  const sorts: { id: Sort; label: string }[] = [
    { id: 'updatedAt,desc', label: t('Last changed') },
    { id: 'createdAt,desc', label: t('Newest first') },
    { id: 'createdAt,asc', label: t('Oldest first') },
    { id: 'name,asc', label: t('Name, A to Z') },
    { id: 'name,desc', label: t('Name, Z to A') },
  ]
  const statuses = [
    { id: any, label: t('Live and drafts') },
    { id: 'PUBLISHED', label: t('Live') },
    { id: 'DRAFT', label: t('Drafts') },
  ] as const
  return (
    <search className={css.toolbar}>
      <div className={css.words}>
        <LiveSearch
          label={t('Search names and slugs')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q })}
        />
      </div>
      <NativeSelect
        label={t('State')}
        options={statuses}
        value={search.status ?? any}
        onChange={(status) => onChange({ status: status === any ? undefined : status })}
      />
      <NativeSelect
        label={t('Layout')}
        options={[
          { id: any, label: t('All layouts') },
          ...layouts.map((id) => ({ id, label: layoutName(id) })),
        ]}
        value={search.layout ?? any}
        onChange={(layout) => onChange({ layout: layout === any ? undefined : layout })}
      />
      <NativeSelect
        label={t('Order')}
        options={sorts}
        value={search.sort ?? 'updatedAt,desc'}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  )
}
