import { closed, Name, Page, Slug, Timestamp, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const Project = Type.Object({
  id: Uuid,
  organizationId: Uuid,
  name: Type.String(),
  slug: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Project = Static<typeof Project>

export const ProjectPage = Page(Project)

export const NewProject = Type.Object({ name: Name, slug: Type.Optional(Slug) }, closed)
export type NewProject = Static<typeof NewProject>
