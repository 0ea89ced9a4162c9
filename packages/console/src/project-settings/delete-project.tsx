import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TextField } from '../controls/text-field.tsx'
import { ChangeSheet } from '../publishing/change-sheet.tsx'
import type { Project } from '../server/projects.ts'
import { forgetProject } from '../tab-session/last-project.ts'
import { t } from '../words/words.ts'
import { deleteProject, forgetDeleted } from './commands.ts'

type Props = { project: Project; onClose(): void }

export default function DeleteProject({ project, onClose }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isDeleted, setDeleted] = useState(false)
  const { id, name, counts } = project
  const settle = (isConfirmed: boolean) => {
    setDeleted(isConfirmed)
    if (isConfirmed) forgetProject()
  }
  const close = async () => {
    if (!isDeleted) return onClose()
    await navigate({ to: '/projects' })
    await forgetDeleted(project)
  }
  return (
    <ChangeSheet
      title={t('Delete the project?')}
      label={t('Delete project')}
      effect="gone"
      change={deleteProject(id)}
      isDanger
      isReady={typed.trim() === name}
      onClose={() => void close()}
      onSettled={(outcome) => settle(outcome !== null)}
      done={<p>{t('{name} is deleted.', { name })}</p>}
    >
      <p>
        {t(
          '{assets, plural, one {# picture} other {# pictures}} and {widgets, plural, one {# widget} other {# widgets}} go, {published} of them live. This cannot be undone.',
          counts,
        )}
      </p>
      <TextField
        label={t('Type {name} to go on', { name })}
        value={typed}
        onChange={setTyped}
        autoFocus
        autoComplete="off"
      />
    </ChangeSheet>
  )
}
