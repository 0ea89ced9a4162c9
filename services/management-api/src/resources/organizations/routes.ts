import { type App, PageQuery } from '@vitrine/http'
import { callOf } from '../../changes/author.js'
import { created } from '../../changes/idempotency/plugin.js'
import { actorOf } from '../../changes/rights/bearer.js'
import { NewOrganization, Organization, OrganizationPage, OrganizationUpdate } from './schemas.js'
import type { OrganizationService } from './service.js'

const tags = ['Organizations']

/** Organizations of the caller. These routes need a token and no tenant. */
export function ownOrganizationRoutes(scope: App, organizations: OrganizationService): void {
  scope.get(
    '/',
    {
      config: { tokens: 'project' },
      schema: {
        summary: 'List the organizations that you are a member of',
        description: 'With a personal access token, the one that the token is limited to.',
        tags,
        querystring: PageQuery,
        response: { 200: OrganizationPage },
      },
    },
    ({ user, query }) => organizations.listOf(actorOf(user), query),
  )
  scope.post(
    '/',
    {
      config: { tokens: 'refused', openapi: { errors: [403] } },
      schema: {
        summary: 'Create an organization, as its OWNER',
        tags,
        body: NewOrganization,
        response: { 201: Organization },
      },
    },
    (request, reply) => {
      const authority = { token: request.user, role: null }
      const call = { ...callOf(request), authority }
      const author = { ...call, ...actorOf(request.user), organizationId: null }
      return created(request, reply, request.body, () => organizations.create(author, request.body))
    },
  )
}

export function organizationRoutes(scope: App, organizations: OrganizationService): void {
  scope.get(
    '/',
    {
      config: { role: 'VIEWER', tokens: 'project', entityTag: true },
      schema: { summary: 'Get an organization', tags, response: { 200: Organization } },
    },
    ({ tenant }) => organizations.get(tenant),
  )
  scope.put(
    '/',
    {
      config: {
        role: 'ADMIN',
        tokens: 'organization',
        current: ({ tenant }) => organizations.get(tenant),
      },
      schema: {
        summary: 'Rename an organization',
        tags,
        body: OrganizationUpdate,
        response: { 200: Organization },
      },
    },
    ({ tenant, body }) => organizations.update(tenant, body),
  )
  scope.delete(
    '/',
    {
      config: { role: 'OWNER', tokens: 'refused' },
      schema: { summary: 'Delete an organization with everything in it', tags },
    },
    async ({ tenant }, reply) => {
      await organizations.delete(tenant)
      return reply.code(204).send()
    },
  )
}
