import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { FormDialog, useForm } from '../controls/form.tsx'
import { type Layout, LayoutPicture } from '../controls/layout-picture.tsx'
import { TextField } from '../controls/text-field.tsx'
import { layoutName, layouts, layoutUse } from '../publishing/layout-words.ts'
import { createWidget } from '../publishing/new-widget.ts'
import { editorOf } from '../publishing/places.ts'
import { slugOf } from '../publishing/slug.ts'
import { t } from '../words/words.ts'
import css from './widgets.module.css'

type Props = { projectId: string; onClose(): void }

export default function NewWidget({ projectId, onClose }: Props) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const suggested = slugOf(name) || 'widget'
  const slug = ownSlug ?? (name.trim() === '' ? '' : suggested)
  const form = useForm({
    fields: ['name', 'slug', 'layout'],
    send: async ({ layout }) => {
      const isSuggested = ownSlug === null
      const { id } = await createWidget(
        projectId,
        {
          name,
          layout: layout as Layout,
          assetIds: [],
          slug: isSuggested ? suggested : ownSlug,
        },
        isSuggested,
      )
      onClose()
      await navigate({ to: editorOf(projectId, id) })
    },
  })
  return (
    <FormDialog
      title={t('New widget')}
      label={t('Create widget')}
      form={form}
      onClose={onClose}
      width="md"
    >
      <TextField
        label={t('Name')}
        name="name"
        isRequired
        value={name}
        onChange={setName}
        autoFocus
        hint={t('For you and your colleagues.')}
        problem={form.problems.name}
      />
      <TextField
        label={t('Slug')}
        value={slug}
        onChange={(value) => setOwnSlug(value === '' ? null : value)}
        hint={t('The name in its code: small letters, digits and hyphens.')}
        problem={form.problems.slug}
      />
      <LayoutCards problem={form.problems.layout} />
    </FormDialog>
  )
}

function LayoutCards({ problem }: { problem: string | undefined }) {
  const id = useId()
  return (
    <fieldset className={`${css.layouts} stack-3`} aria-describedby={problem && id}>
      <legend>{t('Layout')}</legend>
      {layouts.map((layout, index) => (
        <label key={layout} className={`${css.layout} stack-2`}>
          <input type="radio" name="layout" value={layout} defaultChecked={index === 0} />
          <LayoutPicture layout={layout} />
          <span>
            <strong>{layoutName(layout)}</strong>
            <span>{layoutUse(layout)}</span>
          </span>
        </label>
      ))}
      {problem === undefined ? null : (
        <p id={id} className={`${css.problem} wrong`}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
