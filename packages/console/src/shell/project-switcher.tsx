import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button as AriaButton } from '../controls/bare-button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, MenuItem, MenuLine, MenuSection } from '../controls/menu.tsx'
import { projectsQuery } from '../server/projects.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { usePlace } from './place.ts'
import css from './shell.module.css'

/** That many are seen at a glance. */
const fewProjects = 7

/** All projects of the person, below their organizations. */
export function ProjectSwitcher() {
  const me = useMe()
  const { project, organization } = usePlace()
  const navigate = useNavigate()
  const lists = useQueries({ queries: me.organizations.map(({ id }) => projectsQuery(id)) })
  const count = lists.reduce((sum, { data = [] }) => sum + data.length, 0)
  const name = project?.name ?? t('Choose a project')
  const trigger = (
    <AriaButton className={css.project ?? ''}>
      <span className={css.initial} data-text={[...(project?.name ?? 'V')][0]} />
      <span className="visually-hidden">{t('Project')}</span>
      <span className={css.names}>
        <strong>{name}</strong>
        <span>{organization?.name}</span>
      </span>
      <Icon name="chevronDown" size={16} />
    </AriaButton>
  )
  return (
    <Menu
      label={t('Projects')}
      trigger={trigger}
      placement="bottom start"
      search={count > fewProjects ? t('Find a project') : undefined}
    >
      {me.organizations.map(({ id, name: label }, index) => (
        <MenuSection key={id} label={label}>
          {(lists[index]?.data ?? []).map((one) => (
            <MenuItem
              key={one.id}
              label={one.name}
              isCurrent={one.id === project?.id}
              onAction={() =>
                void navigate({ to: '/p/$projectId/library', params: { projectId: one.id } })
              }
            />
          ))}
        </MenuSection>
      ))}
      <MenuLine />
      <MenuItem
        label={t('All projects')}
        icon="archive"
        onAction={() => void navigate({ to: '/projects' })}
      />
    </Menu>
  )
}
