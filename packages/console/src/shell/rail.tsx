import { useQueries } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { may } from '@vitrine/sdk/roles'
import { useEffect, useRef } from 'react'
import { Button as AriaButton } from '../controls/bare-button.tsx'
import { Icon, type IconName } from '../controls/icon.tsx'
import { Menu, MenuItem, MenuLine, MenuSection } from '../controls/menu.tsx'
import { projectsQuery } from '../server/projects.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { organizationPages, projectPages } from './navigation.ts'
import { usePlace } from './place.ts'
import css from './shell.module.css'

/** The navigation: at the side, or at the bottom of narrow windows. */
export function Rail() {
  const { project, organization } = usePlace()
  const role = organization?.role ?? 'VIEWER'
  const links = useRef<HTMLUListElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // In a narrow window the row scrolls. The entry of the page that is open must not be beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page decides which entry it is.
  useEffect(() => {
    const current = links.current?.querySelector('[aria-current="page"]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <nav className={css.rail} aria-label={t('Main')}>
      <div className={css.switcher}>
        <ProjectSwitcher />
      </div>
      <ul className={css.links} ref={links}>
        {project === null
          ? null
          : projectPages()
              .filter(({ call }) => may(role, call))
              .map(({ label, icon, path }) => (
                <RailLink key={path} to={`/p/${project.id}/${path}`} label={label} icon={icon} />
              ))}
        <li className={css.gap} />
        {organization === null
          ? null
          : organizationPages()
              .filter(({ call }) => may(role, call))
              .map(({ label, icon, path }) => (
                <RailLink
                  key={path}
                  to={`/o/${organization.id}/${path}`}
                  label={label}
                  icon={icon}
                />
              ))}
        <RailLink to="/projects" label={t('Projects')} icon="archive" />
      </ul>
    </nav>
  )
}

type LinkProps = { to: string; label: string; icon: IconName }

const RailLink = ({ to, label, icon }: LinkProps) => (
  <li>
    <Link to={to} className={`${css.link} row-3`} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  </li>
)

/** That many are seen at a glance. */
const fewProjects = 7

/** All projects of the person, below their organizations. */
function ProjectSwitcher() {
  const me = useMe()
  const { project, organization } = usePlace()
  const navigate = useNavigate()
  const lists = useQueries({ queries: me.organizations.map(({ id }) => projectsQuery(id)) })
  const count = lists.reduce((sum, { data = [] }) => sum + data.length, 0)
  const name = project?.name ?? t('Choose a project')
  const trigger = (
    <AriaButton className={`${css.project} row-3`}>
      <span className={`${css.initial} center`} data-text={[...(project?.name ?? 'V')][0]} />
      <span className="visually-hidden">{t('Project')}</span>
      <span className={`${css.names} fill`}>
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
