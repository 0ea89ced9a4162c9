import { useState } from 'react'
import { Choices } from '../controls/choices.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Panel } from '../controls/panel.tsx'
import { toast } from '../controls/toast.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import type { Project } from '../server/projects.ts'
import { say } from '../words/words.ts'
import { updateProject } from './commands.ts'

type Rule = Project['transformations']

/** Which renditions strangers may have made. */
export function Rule({ project }: { project: Project }) {
  const [rule, setRule] = useState<Rule>(project.transformations)
  const form = useForm({
    wordsOf,
    problemsOf,
    send: async () => {
      await updateProject(project, { transformations: rule })
      toast(say('The rule counts everywhere now.'))
    },
  })
  const choices = [
    {
      id: 'any' as const,
      label: say('Any size'),
      hint: say('Everybody who knows the address of a picture may have any size and format made.'),
    },
    {
      id: 'listed' as const,
      label: say('Presets'),
      hint: say('Only the sizes of widgets, and the presets below.'),
    },
    {
      id: 'signed' as const,
      label: say('Signed addresses'),
      hint: say('Only the sizes of widgets, and addresses that your servers sign.'),
    },
  ]
  return (
    <Panel
      title={say('Picture sizes')}
      lead={say('Widgets work with every rule. Originals can always be fetched.')}
    >
      <Form form={form}>
        <Choices<Rule>
          label={say('What may be made of pictures')}
          choices={choices}
          value={rule}
          onChange={setRule}
        />
        <FormActions form={form} label={say('Save rule')} />
      </Form>
    </Panel>
  )
}
