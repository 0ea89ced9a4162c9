import { useState } from 'react'
import { Choices } from '../controls/choices.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions } from '../controls/form.tsx'
import { Panel } from '../controls/page.tsx'
import type { Project } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { readProject, saveProject } from './commands.ts'

type Rule = Project['transformations']

/** Which renditions strangers may have made. */
export function Rule({ project }: { project: Project }) {
  const [rule, setRule] = useState<Rule>(project.transformations)
  const choices = [
    {
      id: 'any' as const,
      label: t('Any size'),
      hint: t('Everybody who knows the address of a picture may have any size and format made.'),
    },
    {
      id: 'listed' as const,
      label: t('Presets'),
      hint: t('Only the sizes of widgets, and the presets below.'),
    },
    {
      id: 'signed' as const,
      label: t('Signed addresses'),
      hint: t('Only the sizes of widgets, and addresses that your servers sign.'),
    },
  ]
  const form = useEditForm({
    fields: [],
    resource: project,
    read: () => readProject(project.id),
    shownOf: ({ transformations: value }) => {
      const words = choices.find(({ id }) => id === value)?.label ?? value
      return [{ name: 'rule', label: t('What may be made of pictures'), value, words }]
    },
    onTake: (_, value) => setRule(value as Rule),
    send: ({ rule: chosen }, base) => saveProject(base, { transformations: chosen as Rule }),
  })
  return (
    <Panel
      id="sizes"
      title={t('Picture sizes')}
      lead={t('Widgets work with every rule. Originals have a rule of their own.')}
    >
      <Form form={form}>
        <input type="hidden" name="rule" value={rule} />
        <Choices<Rule>
          label={t('What may be made of pictures')}
          choices={choices}
          value={rule}
          onChange={setRule}
        />
        <FormActions form={form} label={t('Save rule')} />
      </Form>
    </Panel>
  )
}
