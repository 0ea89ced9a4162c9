import {
  Component,
  closedAs,
  Name,
  Page,
  ReadOnly,
  Revision,
  Slug,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const Organization = Component('Organization', {
  id: Uuid,
  name: Type.String(),
  slug: Type.String(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Organization = Static<typeof Organization>

export const OrganizationPage = Page(Organization)

export const NewOrganization = Type.Object(
  { name: Name, slug: Type.Optional(Slug) },
  closedAs('NewOrganization'),
)
export type NewOrganization = Static<typeof NewOrganization>

export const OrganizationUpdate = Type.Object(
  {
    name: Name,
    id: ReadOnly,
    slug: ReadOnly,
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closedAs('OrganizationUpdate'),
)
export type OrganizationUpdate = Writable<Static<typeof OrganizationUpdate>>

const budget = (description: string) =>
  Type.Object(
    {
      limit: Type.Integer({ description: 'most that there may be' }),
      used: Type.Integer({ description: 'how much there is' }),
    },
    { description, additionalProperties: false },
  )

export const Usage = Component('Usage', {
  projects: budget('projects'),
  assets: budget('assets of all projects'),
  storedBytes: budget('bytes of all originals'),
  widgets: budget('widgets of all projects'),
  apiKeys: budget('API keys of all projects, expired ones too'),
  members: budget('members'),
  invitations: budget('invitations that are open and have not expired'),
})
