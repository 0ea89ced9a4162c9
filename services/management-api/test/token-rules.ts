import { type Endpoint, nameOf } from './endpoints.js'

type Rule = 'refused' | 'organization' | 'project'

/** Rules of the routes outside projects; each must be listed. */
const rules: Readonly<Record<string, Rule>> = {
  'GET /api/auth/me': 'project',
  'GET /api/organizations': 'project',
  'POST /api/organizations': 'refused',
  'GET /api/organizations/:orgId': 'project',
  'PUT /api/organizations/:orgId': 'organization',
  'DELETE /api/organizations/:orgId': 'refused',
  'GET /api/organizations/:orgId/audit-events': 'project',
  'GET /api/organizations/:orgId/audit-events/export': 'project',
  'GET /api/organizations/:orgId/usage': 'organization',
  'GET /api/organizations/:orgId/projects': 'project',
  'POST /api/organizations/:orgId/projects': 'organization',
}

const refused = /^\/api\/auth\/|^\/api\/organizations\/:orgId\/(?:members|invitations)/

/**
 * Which personal access tokens a protected route accepts: none, those of an organization, or also those of
 * a project.
 *
 * @throws for a route that is not listed here.
 */
export function personalTokenRule(endpoint: Endpoint): Rule {
  if (endpoint.path.startsWith('/api/projects/:projectId')) return 'project'
  const stated = rules[nameOf(endpoint)]
  const rule = stated ?? (refused.test(endpoint.path) ? 'refused' : undefined)
  if (rule === undefined) throw new Error(`no rule for tokens is stated for ${nameOf(endpoint)}`)
  return rule
}
