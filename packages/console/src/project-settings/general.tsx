import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Panel } from '../controls/panel.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import type { Project } from '../server/projects.ts'
import { say } from '../words/words.ts'
import { updateProject } from './commands.ts'

export function General({ project }: { project: Project }) {
  const form = useForm({
    wordsOf,
    problemsOf,
    send: async ({ name = '', slug = '' }) => {
      await updateProject(project, { name, slug })
      toast(say('Saved.'))
    },
  })
  return (
    <Panel title={say('Name')}>
      <Form form={form}>
        <TextField
          label={say('Name of the project')}
          name="name"
          defaultValue={project.name}
          maxLength={200}
          problem={form.problems.name}
        />
        <TextField
          label={say('Short name')}
          name="slug"
          defaultValue={project.slug}
          maxLength={100}
          hint={say('Small letters, digits and hyphens, for the command line.')}
          problem={form.problems.slug}
        />
        <FormActions form={form} label={say('Save')} />
      </Form>
    </Panel>
  )
}
