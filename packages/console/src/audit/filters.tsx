import { useQuery } from '@tanstack/react-query'
import { Button } from '../controls/button.tsx'
import { DayField } from '../controls/day-field.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { ToggleChip } from '../controls/toggle-chip.tsx'
import { t } from '../words/words.ts'
import { actionsOf, actionWords, type Kind, kinds, kindWords } from './action-words.ts'
import css from './audit.module.css'
import { isFiltered } from './conditions.ts'
import { peopleQuery } from './queries.ts'
import type { AuditSearch } from './search.ts'

type Props = {
  orgId: string
  search: AuditSearch
  onChange(next: AuditSearch, replace?: boolean): void
}

const all = ''

export function Filters({ orgId, search, onChange }: Props) {
  const { data: people = [] } = useQuery(peopleQuery(orgId))
  const kind = kinds.find((one) => one === search.kind)
  const set = (part: AuditSearch) => onChange({ ...search, page: undefined, ...part })
  return (
    <search className={`${css.filters} stack-2`} aria-label={t('Filters of the log')}>
      <div className={`${css.fields} wrap`}>
        <NativeSelect
          label={t('Person')}
          value={search.actor ?? all}
          options={[
            { id: all, label: t('Everybody') },
            ...people.map(({ userId, name }) => ({ id: userId, label: name })),
          ]}
          onChange={(actor) => set({ actor: actor || undefined })}
        />
        <NativeSelect
          label={t('Kind')}
          value={search.kind ?? all}
          options={[
            { id: all, label: t('Everything') },
            ...kinds.map((one) => ({ id: one, label: kindWords(one) })),
          ]}
          onChange={(next) => set({ kind: next || undefined, action: undefined })}
        />
        {kind === undefined ? null : (
          <Actions kind={kind} value={search.action} onChange={(action) => set({ action })} />
        )}
        <DayField
          label={t('From')}
          value={search.from}
          onChange={(from) => set({ from })}
          {...(search.to !== undefined && { max: search.to })}
        />
        <DayField
          label={t('Until')}
          value={search.to}
          onChange={(to) => set({ to })}
          {...(search.from !== undefined && { min: search.from })}
        />
        {isFiltered(search) ? (
          <Button look="quiet" icon="close" onPress={() => onChange({})}>
            {t('Clear the filters')}
          </Button>
        ) : null}
      </div>
      {search.request === undefined ? null : (
        <ToggleChip isSelected onChange={() => set({ request: undefined })}>
          {t('All that one call changed')} <code>{search.request}</code> ×
        </ToggleChip>
      )}
      {search.thing === undefined ? null : (
        <ToggleChip isSelected onChange={() => set({ thing: undefined })}>
          {t('All about one thing')} <code>{search.thing.slice(0, 8)}</code> ×
        </ToggleChip>
      )}
    </search>
  )
}

type ActionsProps = {
  kind: Kind
  value: string | undefined
  onChange(action: string | undefined): void
}

const Actions = ({ kind, value, onChange }: ActionsProps) => (
  <NativeSelect
    label={t('Action')}
    value={value ?? all}
    options={[
      { id: all, label: t('Every action') },
      ...actionsOf(kind).map((action) => ({ id: action, label: actionWords(action) })),
    ]}
    onChange={(action) => onChange(action || undefined)}
  />
)
