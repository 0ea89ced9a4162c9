import { useId } from 'react'
import { IconButton } from '../../../controls/button.tsx'
import fieldCss from '../../../controls/field.module.css'
import { NativeSelect } from '../../../controls/native-select.tsx'
import { t } from '../../../words/words.ts'
import css from './metadata.module.css'
import { asKind, type Kind, kinds, type Row, type RowProblem } from './rows.ts'

type Props = {
  row: Row
  /** Counted from 1. It distinguishes rows without a name. */
  number: number
  problem: RowProblem | undefined
  onChange(row: Row): void
  onRemove(): void
}

const kindWords = (): Record<Kind, string> => ({
  text: t('Text'),
  number: t('Number'),
  boolean: t('Yes or no'),
  json: t('JSON'),
})

export function MetadataRow({ row, number, problem, onChange, onRemove }: Props) {
  const id = useId()
  const wrong = problem?.key ?? problem?.value
  const name = row.key.trim() === '' ? String(number) : row.key.trim()
  const about = wrong === undefined ? undefined : `${id}-about`
  return (
    <div className={css.row}>
      <input
        className={fieldCss.input}
        aria-label={t('Name of value {number}', { number })}
        aria-invalid={problem?.key !== undefined}
        aria-describedby={about}
        placeholder={t('Name')}
        autoComplete="off"
        spellCheck={false}
        value={row.key}
        onChange={({ currentTarget }) => onChange({ ...row, key: currentTarget.value })}
      />
      <NativeSelect
        label={t('Kind of {name}', { name })}
        options={kinds.map((kind) => ({ id: kind, label: kindWords()[kind] }))}
        value={row.kind}
        onChange={(kind) => onChange(asKind(row, kind))}
      />
      <IconButton icon="trash" size="sm" label={t('Remove {name}', { name })} onPress={onRemove} />
      <div className={css.value}>
        <Value row={row} name={name} problem={problem?.value} about={about} onChange={onChange} />
      </div>
      {wrong === undefined ? null : (
        <span id={about} role="alert" className={`${css.value} wrong`}>
          {wrong}
        </span>
      )}
    </div>
  )
}

type ValueProps = Pick<Props, 'row' | 'onChange'> & {
  name: string
  problem: string | undefined
  about: string | undefined
}

function Value({ row, name, problem, about, onChange }: ValueProps) {
  const label = t('Value of {name}', { name })
  const set = (value: string) => onChange({ ...row, value })
  if (row.kind === 'boolean') {
    return (
      <NativeSelect
        label={label}
        options={[
          { id: 'true', label: t('Yes') },
          { id: 'false', label: t('No') },
        ]}
        value={row.value}
        onChange={set}
      />
    )
  }
  const shared = {
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    'aria-describedby': about,
    placeholder: t('Value'),
    value: row.value,
  }
  return row.kind === 'json' ? (
    <textarea
      {...shared}
      rows={3}
      spellCheck={false}
      className={`${fieldCss.input} ${fieldCss.area} ${css.code}`}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  ) : (
    <input
      {...shared}
      inputMode={row.kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      className={fieldCss.input}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}
