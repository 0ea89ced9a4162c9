import type { ScopedDatabase } from '@vitrine/database'
import { pageOf } from '@vitrine/http'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { tagRepository } from './repository.js'
import type { TagQuery } from './schemas.js'

export const createTagService = ({ database }: { database: ScopedDatabase }) => ({
  list: async (tenant: ProjectTenant, query: TagQuery) => {
    const tags = tagRepository(database.forActor(tenant))
    const [content, total] = await tags.list(tenant.projectId, query)
    return pageOf(content, total, query)
  },
})

export type TagService = ReturnType<typeof createTagService>
