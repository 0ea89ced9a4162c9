import { useNavigate } from '@tanstack/react-router'
import { toast } from '../controls/toast.tsx'
import { TypedConfirm } from '../controls/typed-confirm.tsx'
import { wordsOf } from '../server/error-words.ts'
import type { Project } from '../server/projects.ts'
import { formatCount } from '../words/formats.ts'
import { say } from '../words/words.ts'
import { deleteProject, forgetDeleted } from './commands.ts'

type Props = { project: Project; onClose(): void }

export default function DeleteProject({ project, onClose }: Props) {
  const navigate = useNavigate()
  const { id, name, counts } = project
  const act = async () => {
    await deleteProject(id)
    await navigate({ to: '/projects' })
    toast(say('{name} is deleted.', { name }))
    await forgetDeleted(project)
  }
  return (
    <TypedConfirm
      title={say('Delete the project?')}
      label={say('Delete project')}
      name={name}
      onClose={onClose}
      act={act}
      wordsOf={wordsOf}
    >
      <p>
        {say(
          '{pictures} pictures and {widgets} widgets go, {live} of them live. This cannot be undone.',
          {
            pictures: formatCount(counts.assets),
            widgets: formatCount(counts.widgets),
            live: formatCount(counts.published),
          },
        )}
      </p>
    </TypedConfirm>
  )
}
