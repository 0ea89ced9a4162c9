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
      config: {
        tokens: 'refused',
        openapi: { errors: ['ORGANIZATION_SLUG_TAKEN', 'QUOTA_EXCEEDED'] },
      },
      schema: {
        summary: 'Create an organization, as its OWNER',
        description:
          'The slug is made of the name if it is left out, and never changes. Names may be equal.',
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
      schema: {
        summary: 'Get an organization',
        description: 'Its `ETag` is its revision: send it as `If-Match` with a change.',
        tags,
        response: { 200: Organization },
      },
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
        description:
          'The slug stays. Repeated fields of the answer of GET are compared, and refused if they differ.',
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
      schema: {
        summary: 'Delete an organization with everything in it',
        description:
          'Projects, assets, widgets, keys and members go with it. Public addresses stop working at the answer; files are removed soon after. There is no way back.',
        tags,
      },
    },
    ({ tenant }) => organizations.delete(tenant),
  )
  scope.get(
    '/usage',
    {
      config: { role: 'VIEWER', tokens: 'organization' },
      schema: {
        summary: 'Get the budgets of an organization and how much of them is used',
        description: 'A change that would exceed a budget is refused with 403 QUOTA_EXCEEDED.',
        tags,
        response: { 200: Usage },
      },
    },
    ({ tenant }) => budgets.usageOf(tenant),
  )
}
