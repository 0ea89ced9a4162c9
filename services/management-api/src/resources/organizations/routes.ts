import { type App, PageQuery } from '@vitrine/http'
import { personOf } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import { actorOf } from '../../changes/rights/bearer.js'
import {
  NewOrganization,
  Organization,
  OrganizationPage,
  OrganizationUpdate,
  Usage,
} from './schemas.js'
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
    (request) => organizations.create(personOf(request), request.body),
  )
}

export function organizationRoutes(
  scope: App,
  organizations: OrganizationService,
  budgets: Budgets,
): void {
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
    ({ tenant }) => organizations.delete(tenant),
  )
  scope.get(
    '/usage',
    {
      config: { role: 'VIEWER', tokens: 'organization' },
      schema: {
        summary: 'Get the budgets of an organization and how much of them is used',
        tags,
        response: { 200: Usage },
      },
    },
    ({ tenant }) => budgets.usageOf(tenant),
  )
}
