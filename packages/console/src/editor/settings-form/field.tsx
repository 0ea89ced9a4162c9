import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Switch } from '../../controls/switch.tsx'
import { labelOf, valueWords, wordsOfValue } from '../../publishing/setting-words.ts'
import { t } from '../../words/words.ts'
import { ColourField } from './colour-field.tsx'
import css from './form.module.css'
import { ChoicesField, TagsField, WidthsField } from './list-fields.tsx'
import { PartsField } from './parts-field.tsx'
import { isColour } from './read-colour.ts'
import { parsed, type Setting, textOf, textsOf } from './setting.ts'
import { unitWords } from './setting-groups.ts'
import { hintOf, problemOf } from './setting-hints.ts'

export type FieldProps = {
  name: string
  /** Its name among all fields of the settings. */
  field: string
  setting: Setting
  value: unknown
  /** Undefined: the default. */
  onChange(value: unknown): void
  isReadOnly: boolean
  /** Below it, such as the contrast of a colour. */
  note?: ReactNode
}

/** Kinds with more than one control. */
const groupKinds: ReadonlySet<Setting['kind']> = new Set(['parts', 'choices', 'widths'])

/** One key: its control, its default and range, and the way back to the default. */
export function SettingField(props: FieldProps) {
  const { name, field, setting, value, onChange, isReadOnly, note } = props
  const id = useId()
  const label = labelOf(name)
  const isSet = value !== undefined
  // A text counts as wrong until the value changes, also by undo.
  const [wrongAt, setWrongAt] = useState<{ value: unknown } | null>(null)
  const isWrong = wrongAt !== null && wrongAt.value === value
  return (
    <div
      className={css.field}
      data-field={field}
      data-kind={setting.kind}
      data-set={isSet || undefined}
    >
      {/* A group of fields has labels of its own. */}
      {groupKinds.has(setting.kind) ? (
        <span className={`${css.label} row`}>{label}</span>
      ) : (
        <label htmlFor={id} className={`${css.label} row`}>
          {label}
        </label>
      )}
      <span>
        {isSet && !isReadOnly ? (
          <IconButton
            icon="refresh"
            size="sm"
            label={t('{label}: back to the default', { label })}
            onPress={() => onChange(undefined)}
          />
        ) : null}
      </span>
      <div className={`${css.control} row-3`}>
        <Control {...props} id={id} onWrong={(is) => setWrongAt(is ? { value } : null)} />
      </div>
      <p
        className={`${css.hint} fine optional`}
        id={`${id}-hint`}
        data-wrong={isWrong || undefined}
        role={isWrong ? 'alert' : undefined}
      >
        {isWrong ? problemOf(name, setting) : hintOf(name, setting)}
      </p>
      {note}
    </div>
  )
}

type ControlProps = FieldProps & {
  id: string
  /** Whether the typed text is no value of the key. */
  onWrong(isWrong: boolean): void
}

function Control(props: ControlProps) {
  const { id, name, setting, value, onChange, isReadOnly } = props
  switch (setting.kind) {
    case 'flag':
      return (
        <Switch
          id={id}
          label={labelOf(name)}
          isSelected={(value ?? setting.fallback) === true}
          onChange={onChange}
          isDisabled={isReadOnly}
        />
      )
    case 'oneOf':
      return <Choice {...props} values={setting.values} />
    case 'colour':
      return <ColourField {...props} label={labelOf(name)} />
    case 'texts':
      return <TextsField {...props} />
    case 'parts':
      return <PartsField {...props} setting={setting} />
    case 'choices':
      return <ChoicesField {...props} setting={setting} />
    case 'tags':
      return <TagsField {...props} setting={setting} />
    case 'widths':
      return <WidthsField {...props} setting={setting} />
    case 'other':
      return <code className={css.other}>{wordsOfValue(value)}</code>
    default:
      return <TextInput {...props} />
  }
}

type ChoiceProps = FieldProps & { id: string; values: readonly string[] }

const Choice = ({ id, values, setting, value, onChange, isReadOnly }: ChoiceProps) => (
  <span className={css.chosen}>
    <select
      id={id}
      className={css.select}
      disabled={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">
        {setting.fallback === undefined
          ? t('Not set')
          : t('{value} (default)', { value: wordsOfValue(setting.fallback) })}
      </option>
      {values.map((one) => (
        <option key={one} value={one}>
          {valueWords(one)}
        </option>
      ))}
    </select>
    <Icon name="chevronDown" size={16} />
  </span>
)

/** Ranges up to this have a slider. */
const widestSlider = 1000

function TextInput({ id, name, setting, value, onChange, onWrong, isReadOnly }: ControlProps) {
  // The typed text while it is not valid.
  const [typed, setTyped] = useState<{ text: string; at: unknown } | null>(null)
  const draft = typed !== null && typed.at === value ? typed.text : null
  const text = draft ?? textOf(value)
  const isWrong = draft !== null
  const take = (next: string | null) => {
    setTyped(next === null ? null : { text: next, at: value })
    onWrong(next !== null)
  }
  const type = (next: string) => {
    const found = parsed(setting, next, isColour)
    const isEmpty = next.trim() === ''
    take(found === undefined && !isEmpty ? next : null)
    if (found !== undefined || isEmpty) onChange(found)
  }
  const isNumber = setting.kind === 'whole'
  const isSliding = isNumber && setting.maximum - setting.minimum <= widestSlider
  return (
    <>
      <span className={`${css.text} row fill`} data-narrow={isNumber || undefined}>
        <input
          id={id}
          type="text"
          inputMode={isNumber ? 'numeric' : 'text'}
          value={text}
          placeholder={textOf(setting.fallback)}
          readOnly={isReadOnly}
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {isNumber && setting.unit !== '' ? (
          <span aria-hidden="true">{unitWords(setting.unit)}</span>
        ) : null}
      </span>
      {isSliding ? (
        <input
          type="range"
          className={`${css.slider} fill`}
          aria-label={t('{label}, slider', { label: labelOf(name) })}
          min={setting.minimum}
          max={setting.maximum}
          value={textOf(value) || textOf(setting.fallback) || setting.minimum}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      ) : null}
    </>
  )
}

type Texts = Readonly<Record<string, string>>
type Props = {
  id: string
  value: unknown
  onChange(value: unknown): void
  onWrong(isWrong: boolean): void
  isReadOnly: boolean
}

const linesOf = (texts: unknown): string =>
  Object.entries((texts ?? {}) as Texts)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n')

/** One `name: text` on each line, such as `next: Weiter`. */
function TextsField({ id, value, onChange, onWrong, isReadOnly }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const type = (lines: string) => {
    setDraft(lines)
    const texts = textsOf(lines)
    onWrong(texts === null)
    if (texts !== null) onChange(Object.keys(texts).length === 0 ? undefined : texts)
  }
  return (
    <textarea
      id={id}
      className={css.lines}
      rows={2}
      placeholder="next: Weiter"
      value={draft ?? linesOf(value)}
      readOnly={isReadOnly}
      aria-invalid={draft !== null && textsOf(draft) === null}
      aria-describedby={`${id}-hint`}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => {
        if (draft !== null && textsOf(draft) !== null) setDraft(null)
      }}
    />
  )
}
