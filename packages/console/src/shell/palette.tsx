import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { may, type RoledCall } from '@vitrine/sdk/roles'
import { useState } from 'react'
import { type Command, CommandList } from '../controls/command-list.tsx'
import type { IconName } from '../controls/icon.tsx'
import { matches } from '../controls/matches.ts'
import { pageCommands } from '../controls/page-commands.ts'
import { toastError } from '../controls/toast.tsx'
import { projectsQuery } from '../server/projects.ts'
import { signOut } from '../session/commands.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { usePages, usePlace } from './place.ts'
import { accountSections, organizationSections, projectSections } from './sections.ts'
import { chooseTheme, type Theme } from './theme.ts'
import { useFound } from './use-found.ts'

type Props = { onClose(): void; onHelp(): void }

/** Goes anywhere, and does what needs no page, by a few letters. */
export function Palette({ onClose, onHelp }: Props) {
  const [text, setText] = useState('')
  const known = [...pageCommands(), ...usePlaces(), ...useActions(onHelp), ...useSections()]
  const { found, isPending } = useFound(text)
  return (
    <CommandList
      label={t('Go to a page, widget, picture or person')}
      text={text}
      onType={setText}
      commands={ranked(text, known, found)}
      none={isPending ? t('Searching …') : t('Nothing has this name.')}
      onClose={onClose}
    />
  )
}

/** Those whose label has the text, then what the service has found, then those that have its letters in their order. */
function ranked(text: string, known: readonly Command[], found: readonly Command[]): Command[] {
  const words = text.trim().toLowerCase()
  const has = ({ label }: Command) => label.toLowerCase().includes(words)
  const near = known.filter((command) => !has(command) && matches(command.label, text))
  return [...known.filter(has), ...found, ...near]
}

/** The actions that every page offers. */
function useActions(onHelp: () => void): Command[] {
  const navigate = useNavigate()
  const { project, organization } = usePlace()
  const role = organization?.role ?? 'VIEWER'
  const on = (path: string, hash: string) => () => void navigate({ to: path, hash })
  const mayAdd = (call: RoledCall) => may(role, call)
  return [
    ...(project !== null && mayAdd('createApiKey')
      ? [
          {
            id: 'new-key',
            label: t('New API key'),
            icon,
            run: on(`/p/${project.id}/keys`, 'new-key'),
          },
        ]
      : []),
    ...(organization !== null && mayAdd('createInvitation')
      ? [
          {
            id: 'invite',
            label: t('Invite a colleague'),
            icon,
            run: on(`/o/${organization.id}/members`, 'invite'),
          },
        ]
      : []),
    {
      id: 'new-organization',
      label: t('New organization'),
      icon,
      run: on('/projects', 'new-organization'),
    },
    ...appearances(),
    { id: 'keys', label: t('Show the keys'), icon: 'command', run: onHelp },
    {
      id: 'sign-out',
      label: t('Sign out'),
      icon: 'logOut',
      run: () => void signOut().catch(toastError),
    },
  ]
}

function appearances(): Command[] {
  const themes: [Theme, string][] = [
    ['light', t('Appearance: light')],
    ['dark', t('Appearance: dark')],
    ['system', t('Appearance: as the system')],
  ]
  return themes.map(([theme, label]) => ({
    id: `theme-${theme}`,
    label,
    icon: 'monitor',
    run: () => chooseTheme(theme),
  }))
}

const icon: IconName = 'plus'

function usePlaces(): Command[] {
  const navigate = useNavigate()
  const me = useMe()
  const { ofProject, ofOrganization } = usePages()
  const lists = useQueries({ queries: me.organizations.map(({ id }) => projectsQuery(id)) })
  const go = (to: string) => () => void navigate({ to })
  return [
    ...[...ofProject, ...ofOrganization].map(({ label, icon, to }) => ({
      id: to,
      label,
      icon,
      run: go(to),
    })),
    ...lists.flatMap(({ data = [] }, index) =>
      data.map(({ id, name }) => ({
        id,
        label: name,
        hint: me.organizations[index]?.name ?? '',
        icon: 'folder' as const,
        run: go(`/p/${id}/library`),
      })),
    ),
    { id: 'projects', label: t('All projects'), icon: 'archive', run: go('/projects') },
    { id: 'account', label: t('Account'), icon: 'user', run: go('/account') },
  ]
}

/** The parts of the pages of settings, in this project and organization. */
function useSections(): Command[] {
  const navigate = useNavigate()
  const { project, organization } = usePlace()
  const role = organization?.role ?? 'VIEWER'
  const pages = [
    ...(project ? [{ path: `/p/${project.id}/settings`, sections: projectSections() }] : []),
    ...(organization
      ? [{ path: `/o/${organization.id}/settings`, sections: organizationSections() }]
      : []),
    { path: '/account', sections: accountSections() },
  ]
  return pages.flatMap(({ path, sections }) =>
    sections
      .filter(({ call }) => call === undefined || may(role, call))
      .map(({ label, id }) => ({
        id: `${path}#${id}`,
        label,
        hint: t('Settings'),
        icon: 'settings' as const,
        run: () => void navigate({ to: path, hash: id }),
      })),
  )
}
