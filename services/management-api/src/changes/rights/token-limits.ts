import { AppError } from '@vitrine/contracts/errors'
import type { Role } from '@vitrine/database'
import { type App, documentErrors } from '@vitrine/http'
import type { Bearer } from './bearer.js'
import { smallerRole } from './roles.js'

/**
 * Which personal access tokens a route accepts: none; those of an organization; or also those of a project,
 * which see only the project's part of the answer.
 */
type TokenRule = 'refused' | 'organization' | 'project'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which personal access tokens may call this route; none by default. */
    tokens?: TokenRule
  }
}

/**
 * Each route of this scope declares which personal access tokens it accepts, in its config or by the
 * default of the scope. The service does not start if a route declares none.
 */
export function tokenRules(scope: App, ofScope?: TokenRule): void {
  documentErrors(scope, ({ config }) => {
    const rule = config?.tokens ?? ofScope
    // A token of a project is checked with the project.
    return rule === 'project' ? [] : ['FORBIDDEN']
  })
  scope.addHook('onRoute', (route) => {
    const { method, url, config, schema } = route
    const rule = config?.tokens ?? ofScope
    if (rule === undefined) throw new Error(`${method} ${url} names no rule for tokens`)
    const security = [{ accessToken: [] }, ...(rule === 'refused' ? [] : [{ personalToken: [] }])]
    route.config = { ...config, tokens: rule }
    route.schema = {
      ...schema,
      security,
      description: [schema?.description, sentences[rule]].filter(Boolean).join(' '),
    }
  })
}

const sentences = {
  refused: 'Not with a personal access token.',
  organization: 'Not with a personal access token that is limited to a project.',
  project: '',
} satisfies Record<TokenRule, string>

/** @throws AppError FORBIDDEN if the route does not accept the personal access token. */
export function requireAdmitted({ personalToken }: Bearer, rule: TokenRule = 'refused'): void {
  if (personalToken === undefined) return
  if (rule === 'refused') {
    throw new AppError(
      'FORBIDDEN',
      'This call does not take a personal access token. Log in and send the access token.',
    )
  }
  if (rule === 'organization' && personalToken.scope.projectId !== null) {
    throw new AppError(
      'FORBIDDEN',
      `This concerns the whole organization; the personal access token is limited to the project ${personalToken.scope.projectId}.`,
    )
  }
}

type Target = { organizationId: string; projectId?: string }

/** @throws AppError FORBIDDEN if the organization or project is outside the token's limits. */
export function requireWithin({ personalToken }: Bearer, target: Target): void {
  if (personalToken === undefined) return
  const { organizationId, projectId } = personalToken.scope
  if (organizationId !== target.organizationId) {
    throw new AppError(
      'FORBIDDEN',
      `The personal access token is limited to the organization ${organizationId}.`,
    )
  }
  if (projectId === null || target.projectId === undefined || projectId === target.projectId) return
  throw new AppError(
    'FORBIDDEN',
    `The personal access token is limited to the project ${projectId}.`,
  )
}

/** For a personal access token, the lower of its own role and its owner's. */
export const limitedRole = ({ personalToken }: Bearer, role: Role): Role =>
  personalToken === undefined ? role : smallerRole(role, personalToken.role)
