import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { may } from '@vitrine/sdk/roles'
import { CommandList } from '../controls/command-list.tsx'
import type { IconName } from '../controls/icon.tsx'
import { projectsQuery } from '../server/projects.ts'
import { useMe } from '../session/use-me.ts'
import { say } from '../words/words.ts'
import { organizationPages, projectPages } from './navigation.ts'
import { usePlace } from './place.ts'

type Command = { id: string; label: string; hint?: string; icon: IconName; run(): void }

type Props = { isOpen: boolean; onClose(): void }

/** Goes anywhere by a few letters. */
export default function Palette({ isOpen, onClose }: Props) {
  const go = useCommands()
  return <CommandList label={say('Go to …')} commands={go} isOpen={isOpen} onClose={onClose} />
}

function useCommands(): Command[] {
  const navigate = useNavigate()
  const me = useMe()
  const { project, organization } = usePlace()
  const role = organization?.role ?? 'VIEWER'
  const lists = useQueries({ queries: me.organizations.map(({ id }) => projectsQuery(id)) })
  const to = (path: string) => () => void navigate({ to: path })
  const pagesHere = [
    ...(project ? projectPages().map((page) => ({ ...page, at: `/p/${project.id}` })) : []),
    ...(organization
      ? organizationPages().map((page) => ({ ...page, at: `/o/${organization.id}` }))
      : []),
  ].filter(({ call }) => may(role, call))
  return [
    ...pagesHere.map(({ label, icon, path, at }) => ({
      id: `${at}/${path}`,
      label,
      icon,
      run: to(`${at}/${path}`),
    })),
    ...lists.flatMap(({ data = [] }, index) =>
      data.map(({ id, name }) => ({
        id,
        label: name,
        hint: me.organizations[index]?.name ?? '',
        icon: 'folder' as const,
        run: to(`/p/${id}/library`),
      })),
    ),
    { id: 'projects', label: say('All projects'), icon: 'archive', run: to('/projects') },
    { id: 'account', label: say('Account'), icon: 'user', run: to('/account') },
  ]
}
