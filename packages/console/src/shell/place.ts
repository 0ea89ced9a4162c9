import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Project, projectQuery } from '../server/projects.ts'
import type { Me } from '../session/me.ts'
import { useMe } from '../session/use-me.ts'
import { lastProject } from '../tab-session/last-project.ts'

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
