import { useState } from 'react'
import { Choices } from '../controls/choices.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions } from '../controls/form.tsx'
import { Panel } from '../controls/page.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { Project } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { readProject, saveProject } from './commands.ts'

type Rule = Project['originals']

/** Who may fetch the uploaded files, and how large others may see them. */
export function Originals({ project }: { project: Project }) {
  const [rule, setRule] = useState<Rule>(project.originals)
  const choices = [
    {
      id: 'public' as const,
      label: t('Public'),
      hint: t('Everybody who knows the address of a picture can fetch the file you uploaded.'),
    },
    {
      id: 'signed' as const,
      label: t('Private'),
      hint: t(
        'For photographers and shops: visitors get pictures up to a size that you set, and never the file. You download it here, and your servers can sign addresses of it.',
      ),
    },
  ]
  const side = t('Largest side for everybody, px')
  const form = useEditForm({
    fields: ['maxPublicWidth'],
    resource: project,
    read: () => readProject(project.id),
    shownOf: ({ originals: value, maxPublicWidth }) => {
      const words = choices.find(({ id }) => id === value)?.label ?? value
      return [
        { name: 'originals', label: t('Who gets originals'), value, words },
        { name: 'maxPublicWidth', label: side, value: String(maxPublicWidth) },
      ]
    },
    onTake: (name, value) => {
      if (name === 'originals') setRule(value as Rule)
    },
    send: ({ originals, maxPublicWidth }, base) =>
      saveProject(base, {
        originals: originals as Rule,
        ...(maxPublicWidth !== undefined && { maxPublicWidth: Number(maxPublicWidth) }),
      }),
  })
  return (
    <Panel
      title={t('Originals')}
      lead={t('The files as they were uploaded, in full size, with what cameras wrote into them.')}
    >
      <Form form={form}>
        <input type="hidden" name="originals" value={rule} />
        <Choices<Rule>
          label={t('Who gets originals')}
          choices={choices}
          value={rule}
          onChange={setRule}
        />
        {rule === 'signed' ? (
          <TextField
            label={side}
            name="maxPublicWidth"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(project.maxPublicWidth)}
            hint={t(
              '320 to 4096. Widgets show pictures up to this size. What browsers and caches have already fetched stays with them.',
            )}
            problem={form.problems.maxPublicWidth}
          />
        ) : null}
        <FormActions form={form} label={t('Save access')} />
      </Form>
    </Panel>
  )
}
