import { Link } from '@tanstack/react-router'
import { may } from '@vitrine/sdk/roles'
import { Icon, type IconName } from '../controls/icon.tsx'
import { say } from '../words/words.ts'
import { organizationPages, projectPages } from './navigation.ts'
import { usePlace } from './place.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import css from './shell.module.css'

/** The navigation: at the side, or at the bottom of narrow windows. */
export function Rail() {
  const { project, organization } = usePlace()
  const role = organization?.role ?? 'VIEWER'
  return (
    <nav className={css.rail} aria-label={say('Main')}>
      <div className={css.switcher}>
        <ProjectSwitcher />
      </div>
      <ul className={css.links}>
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
        <RailLink to="/projects" label={say('Projects')} icon="archive" />
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
