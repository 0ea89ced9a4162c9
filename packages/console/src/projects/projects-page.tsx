import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Empty } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page, Section } from '../controls/page.tsx'
import { addressOf, isTransparent, Picture } from '../controls/picture.tsx'
import { May, RoleScope } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { newestQuery } from '../server/assets.ts'
import { type Project, projectsQuery } from '../server/projects.ts'
import type { Me } from '../session/me.ts'
import { useAskedFor } from '../session/use-asked-for.ts'
import { useMe } from '../session/use-me.ts'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './projects.module.css'

const NewProject = lazyPart(() => import('./new-project.tsx'))
const NewOrganization = lazyPart(() => import('./new-organization.tsx'))

export default function ProjectsPage() {
  const { organizations } = useMe()
  const [isNew, setNew] = useState(false)
  useAskedFor('new-organization', () => setNew(true))
  const isAlone = organizations.length === 0
  const button = (
    <Button look="primary" icon="plus" onPress={() => setNew(true)}>
      {t('New organization')}
    </Button>
  )
  return (
    <Page
      title={t('Projects')}
      lead={t('A project holds pictures, widgets and the keys of sites.')}
    >
      {isAlone ? (
        <Empty icon="users" title={t('You are in no organization')} actions={button}>
          {t('Open the link of an invitation, or make an organization of your own.')}
        </Empty>
      ) : (
        organizations.map((organization) => (
          <RoleScope key={organization.id} role={organization.role}>
            <Organization organization={organization} />
          </RoleScope>
        ))
      )}
      {isNew ? <NewOrganization onClose={() => setNew(false)} /> : null}
    </Page>
  )
}

function Organization({ organization }: { organization: Me['organizations'][number] }) {
  const { data, error } = useQuery(projectsQuery(organization.id))
  const [isNew, setNew] = useState(false)
  const button = (
    <May call="createProject">
      <Button
        icon="plus"
        onPress={() => setNew(true)}
        look={data?.length === 0 ? 'primary' : 'normal'}
      >
        {t('New project')}
      </Button>
    </May>
  )
  return (
    <Section title={organization.name} actions={data?.length === 0 ? null : button}>
      <Loading data={data} error={error} lines={4} />
      {data?.length === 0 ? (
        <Empty icon="archive" title={t('No project yet')} actions={button}>
          {t('Make one for each site, shop or exhibition.')}
        </Empty>
      ) : null}
      <ul className={`${css.cards} stack-5 optional`}>
        {data?.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      {isNew ? <NewProject orgId={organization.id} onClose={() => setNew(false)} /> : null}
    </Section>
  )
}

/** A project with its newest pictures. */
function ProjectCard({ project: { id, name, counts } }: { project: Project }) {
  const { data: newest = [] } = useQuery(newestQuery(id))
  return (
    <li className={`${css.card} card`}>
      <div className={`${css.pictures} lines`} data-count={newest.length}>
        {newest.length === 0 ? (
          <span className={`${css.none} center`}>
            <Icon name="image" size={28} />
          </span>
        ) : null}
        {newest.map((asset) => (
          <Picture
            key={asset.id}
            src={addressOf(asset, 320)}
            alt=""
            loading="lazy"
            // A logo that is cut is no logo any more.
            className={isTransparent(asset) ? css.whole : undefined}
            color={asset.placeholder?.color}
          />
        ))}
      </div>
      <div className={`${css.about} lines`}>
        <h3 className="clamp">
          <Link to="/p/$projectId/library" params={{ projectId: id }} className="covering">
            {name}
          </Link>
        </h3>
        <p className="hint">
          {t('{count, plural, one {# picture} other {# pictures}}', { count: counts.assets })}
          {' · '}
          {t('{live} of {all} widgets live', {
            live: formatCount(counts.published),
            all: formatCount(counts.widgets),
          })}
          {counts.altMissing === 0 ? null : (
            <>
              {' · '}
              {t('{count} without alt text', { count: formatCount(counts.altMissing) })}
            </>
          )}
        </p>
      </div>
    </li>
  )
}
