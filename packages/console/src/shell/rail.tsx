import { useQueries } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Button as AriaButton } from '../controls/bare-button.tsx'
import { Icon, type IconName } from '../controls/icon.tsx'
import { Menu, MenuItem, MenuLine, MenuSection } from '../controls/menu.tsx'
import { projectsQuery } from '../server/projects.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { type Page, usePages, usePlace } from './place.ts'
import css from './shell.module.css'

/** Pages that the bar of a narrow window shows; the others are in its menu. */
const inBar = 3

/** The navigation: at the side, or at the bottom of narrow windows. */
export function Rail() {
  const { ofProject, ofOrganization } = usePages()
  return (
    <nav className={css.rail} aria-label={t('Main')}>
      <div className={css.switcher}>
        <ProjectSwitcher />
      </div>
      <ul className={css.links}>
        {ofProject.map((page, index) => (
          <RailLink key={page.to} {...page} isInMenu={index >= inBar} />
        ))}
        <li className={css.gap} />
        {ofOrganization.length === 0 ? null : (
          <li data-in-menu>
            <PagesMenu label={t('Organization')} icon="building" pages={ofOrganization} />
          </li>
        )}
        <li className={css.more}>
          <PagesMenu
            label={t('More')}
            icon="more"
            pages={[...ofProject.slice(inBar), ...ofOrganization]}
          />
        </li>
      </ul>
    </nav>
  )
}

type PagesMenuProps = { label: string; icon: IconName; pages: readonly Page[] }

/** The pages of the organization, or those that the bar of a narrow window has no room for. */
function PagesMenu({ label, icon: sign, pages }: PagesMenuProps) {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const trigger = (
    <AriaButton
      className={`${css.link} row-3`}
      data-current={pages.some(({ to }) => path.startsWith(to)) || undefined}
    >
      <Icon name={sign} />
      <span>{label}</span>
    </AriaButton>
  )
  return (
    <Menu label={label} trigger={trigger} placement="top start">
      {pages.map(({ to, label: name, icon }) => (
        <MenuItem key={to} label={name} icon={icon} onAction={() => void navigate({ to })} />
      ))}
    </Menu>
  )
}

const RailLink = ({ to, label, icon, isInMenu }: Page & { isInMenu: boolean }) => (
  <li data-in-menu={isInMenu || undefined}>
    <Link
      to={to}
      title={label}
      className={`${css.link} row-3`}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  </li>
)

/** That many are seen at a glance. */
const fewProjects = 7

/** The first letter of the project; a sign if none is chosen. */
const Initial = ({ name }: { name: string | undefined }) =>
  name === undefined ? (
    <span className={`${css.initial} ${css.noProject} center`}>
      <Icon name="archive" size={18} />
    </span>
  ) : (
    <span className={`${css.initial} center`} data-text={[...name][0]} />
  )

/** All projects of the person, below their organizations. */
function ProjectSwitcher() {
  const me = useMe()
  const { project, isLoading, organization } = usePlace()
  const navigate = useNavigate()
  const lists = useQueries({ queries: me.organizations.map(({ id }) => projectsQuery(id)) })
  const count = lists.reduce((sum, { data = [] }) => sum + data.length, 0)
  const name = project?.name ?? (isLoading ? '\u00a0' : t('Choose a project'))
  const trigger = (
    <AriaButton className={`${css.project} row-3`}>
      <Initial name={project?.name} />
      <span className="visually-hidden">{t('Project')}</span>
      <span className={`${css.names} fill`}>
        <strong className="clamp">{name}</strong>
        <span className="fine truncate">{organization?.name}</span>
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
      <MenuItem
        label={t('New organization')}
        icon="plus"
        onAction={() => void navigate({ to: '/projects', hash: 'new-organization' })}
      />
    </Menu>
  )
}
