import { Link, useLocation } from '@tanstack/react-router'
import { may } from '@vitrine/sdk/roles'
import { useEffect, useRef } from 'react'
import { Icon, type IconName } from '../controls/icon.tsx'
import { t } from '../words/words.ts'
import { organizationPages, projectPages } from './navigation.ts'
import { usePlace } from './place.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
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
    <Link to={to} className={css.link ?? ''} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  </li>
)
