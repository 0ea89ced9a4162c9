import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions } from '../controls/form.tsx'
import { Empty } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page, Panel } from '../controls/page.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { May } from '../permissions/permissions.tsx'
import { type Project, projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { readProject, updateProject } from './commands.ts'
import { Originals } from './originals.tsx'
import { Presets } from './presets.tsx'
import { Rule } from './rule.tsx'
import { SigningKeys } from './signing-keys.tsx'
import { Watermark } from './watermark.tsx'

const DeleteProject = lazyPart(() => import('./delete-project.tsx'))

export default function ProjectSettingsPage() {
  const { projectId } = useParams({ from: '/shell/p/$projectId/settings' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <Page
      title={t('Project settings')}
      width="narrow"
      lead={t('How {name} is called, and which picture sizes it gives to whom.', {
        name: project.name,
      })}
    >
      <May
        call="updateProject"
        otherwise={
          <Empty icon="settings" title={t('Settings are for admins')}>
            {t('Ask an admin of the organization to change something here.')}
          </Empty>
        }
      >
        <General key={`general-${projectId}`} project={project} />
        <Rule key={`rule-${projectId}`} project={project} />
        <Originals key={`originals-${projectId}`} project={project} />
        <Watermark key={`watermark-${projectId}`} project={project} />
        <Presets projectId={projectId} />
        <SigningKeys
          projectId={projectId}
          isNeeded={project.transformations === 'signed' || project.originals === 'signed'}
        />
        <DangerZone project={project} />
      </May>
    </Page>
  )
}

function DangerZone({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      id="delete"
      title={t('Delete the project')}
      lead={t('Its pictures, widgets and keys go, and sites show nothing of it any more.')}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {t('Delete project')}
        </Button>
      }
    >
      {isOpen ? <DeleteProject project={project} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

function General({ project }: { project: Project }) {
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
    <Panel id="name" title={t('Name')}>
      <Form form={form}>
        <TextField
          label={t('Name of the project')}
          name="name"
          isRequired
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
