import type { ScopedDatabase } from '@vitrine/database'
import type { ProjectTenant } from '../../changes/author.js'
import { tagRepository } from './repository.js'
import type { TagQuery } from './schemas.js'

export const createTagService = ({ database }: { database: ScopedDatabase }) => ({
  list: (tenant: ProjectTenant, query: TagQuery) =>
    tagRepository(database.forProject(tenant)).list(tenant.projectId, query),
})

export type TagService = ReturnType<typeof createTagService>
