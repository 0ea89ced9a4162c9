import type { RawQueryable } from '@vitrine/database'
import type { Bearer } from '../../src/changes/rights/bearer.js'
import { rightsRepository as checking } from '../../src/changes/rights/repository.js'

/*
 * Replaces the service's module: every token is valid, and its owner is OWNER of everything. Any remaining
 * rejection comes from the database.
 */
export const rightsRepository = (db: RawQueryable): ReturnType<typeof checking> => {
  const checked = checking(db)
  const everything = { tokenState: 'live', role: 'OWNER' } as const
  return {
    ...checked,
    lock: async () => everything,
    tokenState: async () => everything.tokenState,
    inOrganization: async (_token: Bearer, organizationId: string) => ({
      ...everything,
      organizationId,
    }),
    inProject: async (token: Bearer, projectId: string) => {
      const found = await checked.inProject(token, projectId)
      return { ...everything, organizationId: found?.organizationId ?? null }
    },
  }
}
