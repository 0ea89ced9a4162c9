import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { may } from '@vitrine/sdk/roles'
import { type Project, projectQuery } from '../server/projects.ts'
import type { Me } from '../session/me.ts'
import { useMe } from '../session/use-me.ts'
import { lastProject } from '../tab-session/last-project.ts'
import { type Entry, organizationPages, projectPages } from './navigation.ts'

type Place = {
  /** Null for none, and while it is loaded. */
  project: Project | null
  isLoading: boolean
  organization: Me['organizations'][number] | null
}

/** The project and the organization of the navigation: from the page's address, or from the last visit. */
export function usePlace(): Place {
  const { projectId, orgId } = useParams({ strict: false })
  const me = useMe()
  const id = projectId ?? lastProject()
  const { data, isLoading } = useQuery({ ...projectQuery(id ?? ''), enabled: id !== null })
  const project = data && (orgId === undefined || data.organizationId === orgId) ? data : null
  const organizationId = orgId ?? project?.organizationId
  const organization =
    me.organizations.find((one) => one.id === organizationId) ?? me.organizations[0] ?? null
  return { project, isLoading, organization }
}

export type Page = Pick<Entry, 'label' | 'icon'> & { to: string }

/** The pages of the place that the person may open. */
export function usePages(): { ofProject: Page[]; ofOrganization: Page[] } {
  const { project, organization } = usePlace()
  const role = organization?.role ?? 'VIEWER'
  const open = (base: string, entries: Entry[]): Page[] =>
    entries
      .filter(({ call }) => may(role, call))
      .map(({ label, icon, path }) => ({ label, icon, to: `${base}/${path}` }))
  return {
    ofProject: project === null ? [] : open(`/p/${project.id}`, projectPages()),
    ofOrganization: organization ? open(`/o/${organization.id}`, organizationPages()) : [],
  }
}
