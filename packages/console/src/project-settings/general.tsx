import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions } from '../controls/form.tsx'
import { Panel } from '../controls/panel.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import type { Project } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { readProject, updateProject } from './commands.ts'

export function General({ project }: { project: Project }) {
  const form = useEditForm({
    fields: ['name', 'slug'],
    resource: project,
    read: () => readProject(project.id),
    shownOf: ({ name, slug }) => [
      { name: 'name', label: t('Name of the project'), value: name },
      { name: 'slug', label: t('Short name'), value: slug },
    ],
    send: async ({ name = '', slug = '' }, base) => {
      const { updated } = await updateProject(base, { name, slug })
      toast(t('Saved.'))
      return updated
    },
  })
  return (
    <Panel title={t('Name')}>
      <Form form={form}>
        <TextField
          label={t('Name of the project')}
          name="name"
          defaultValue={project.name}
          maxLength={200}
          problem={form.problems.name}
        />
        <TextField
          label={t('Short name')}
          name="slug"
          defaultValue={project.slug}
          maxLength={100}
          hint={t('Small letters, digits and hyphens, for the command line.')}
          problem={form.problems.slug}
        />
        <FormActions form={form} label={t('Save')} />
      </Form>
    </Panel>
  )
}
