type Thing = {
  action: string
  organizationId: string
  projectId: string | null
  resourceType: string
  resourceId: string
}

/** An address of the console. */
export type Place = { to: string; search?: Record<string, string> }

/** Where the thing of an event is in the console; null if it is gone or has no page. */
export function placeOf(event: Thing): Place | null {
  const { action, organizationId, projectId, resourceType, resourceId } = event
  if (/\.(?:delete|revoke|remove|leave)$/.test(action)) return null
  const organization = `/o/${organizationId}`
  switch (resourceType) {
    case 'member':
    case 'invitation':
      return { to: `${organization}/members` }
    case 'organization':
      return { to: `${organization}/settings` }
    case 'project':
      return { to: `/p/${resourceId}/library` }
    default:
      return projectId === null ? null : inProject(`/p/${projectId}`, resourceType, resourceId)
  }
}

function inProject(project: string, kind: string, id: string): Place | null {
  switch (kind) {
    case 'asset':
      return { to: `${project}/library`, search: { asset: id } }
    case 'folder':
      return { to: `${project}/library`, search: { folder: id } }
    case 'widget':
      return { to: `${project}/widgets/${id}` }
    case 'api-key':
      return { to: `${project}/keys` }
    case 'preset':
    case 'signing-key':
      return { to: `${project}/settings` }
    default:
      return null
  }
}
