import { useState } from 'react'
import { useEditForm } from '../controls/edit-form.ts'
import { FormDialog } from '../controls/form.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { FormState } from '../forms/use-form.ts'
import { toastProof } from '../publishing/toast-proof.ts'
import { t } from '../words/words.ts'
import { readPreset, savePreset } from './commands.ts'
import { bodyOf, noPreset, type Parameters, shownOf, unset } from './preset.ts'
import css from './project-settings.module.css'
import type { Preset } from './queries.ts'

type Props = {
  projectId: string
  /** null for a new one. */
  preset: Preset | null
  /** The names that are taken. */
  names: readonly string[]
  onClose(): void
}

const presetFields = ['presetName', 'name', 'w', 'h', 'q'] as const

export default function EditPreset({ projectId, preset, names, onClose }: Props) {
  const [choices, setChoices] = useState({
    fit: preset?.fit ?? unset,
    format: preset?.format ?? unset,
    gravity: preset?.gravity ?? unset,
  })
  const [taken, setTaken] = useState<string | undefined>()
  const form = useEditForm<Parameters & { revision: number }, (typeof presetFields)[number]>({
    fields: presetFields,
    shownOf,
    resource: preset ?? noPreset,
    read: () => readPreset(projectId, preset?.name ?? ''),
    onTake: (name, value) => {
      if (name in choices) setChoices((before) => ({ ...before, [name]: value }))
    },
    send: async (values, { revision }) => {
      const name = preset?.name ?? (values.name ?? '').trim()
      const isTaken = preset === null && names.includes(name)
      setTaken(isTaken ? t('There is a preset of this name.') : undefined)
      if (isTaken || name === '') return undefined
      const { fit = unset, format = unset, gravity = unset } = values
      const body = bodyOf(values, { fit, format, gravity })
      const current = preset === null ? null : { revision }
      void toastProof(await savePreset(projectId, name, body, current))
      onClose()
    },
  })
  return (
    <FormDialog
      title={preset === null ? t('New preset') : t('Preset {name}', { name: preset.name })}
      label={t('Save preset')}
      form={form}
      onClose={onClose}
      width="md"
    >
      {preset === null ? (
        <TextField
          label={t('Name')}
          name="name"
          autoFocus
          isRequired
          maxLength={100}
          hint={t('Small letters, digits and hyphens, such as "hero".')}
          problem={taken ?? form.problems.presetName ?? form.problems.name}
        />
      ) : null}
      <Sizes preset={preset} problems={form.problems} />
      {Object.entries(choices).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Fit value={choices} onChange={(part) => setChoices({ ...choices, ...part })} />
    </FormDialog>
  )
}

type SizesProps = {
  preset: Preset | null
  problems: FormState<(typeof presetFields)[number]>['problems']
}

const textOf = (value: number | null | undefined) => (value == null ? '' : String(value))

const Sizes = ({ preset, problems }: SizesProps) => {
  const fields = [
    { name: 'w', label: t('Width, px') },
    { name: 'h', label: t('Height, px') },
    { name: 'q', label: t('Quality'), placeholder: t('1 to 100') },
  ] as const
  return (
    <div className={`${css.three} stack-4`}>
      {fields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          type="number"
          inputMode="numeric"
          defaultValue={textOf(preset?.[field.name])}
          problem={problems[field.name]}
        />
      ))}
    </div>
  )
}

type Values = { fit: string; format: string; gravity: string }
type FitProps = { value: Values; onChange(part: Partial<Values>): void }

const Fit = ({ value, onChange }: FitProps) => (
  <div className={`${css.three} stack-4`}>
    <Select
      label={t('Fit')}
      options={[
        { id: unset, label: t('Not set') },
        { id: 'cover', label: t('Cover'), hint: t('Fills the size, crops the rest.') },
        { id: 'contain', label: t('Contain'), hint: t('The whole picture within the size.') },
        { id: 'fill', label: t('Fill'), hint: t('Stretches.') },
      ]}
      value={value.fit}
      onChange={(fit) => onChange({ fit })}
    />
    <Select
      label={t('Format')}
      options={[
        { id: unset, label: t('Original') },
        { id: 'auto', label: t('Best for the browser') },
        { id: 'webp', label: 'WebP' },
        { id: 'avif', label: 'AVIF' },
        { id: 'jpeg', label: 'JPEG' },
        { id: 'png', label: 'PNG' },
      ]}
      value={value.format}
      onChange={(format) => onChange({ format })}
    />
    <Select
      label={t('Crop towards')}
      options={[
        { id: unset, label: t('Not set') },
        { id: 'focal', label: t('The focal point') },
        { id: 'center', label: t('The centre') },
        { id: 'auto', label: t('What stands out') },
      ]}
      value={value.gravity}
      onChange={(gravity) => onChange({ gravity })}
    />
  </div>
)
