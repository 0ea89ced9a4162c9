import type { Queryable } from '@vitrine/database'
import { authorityRepository as checking } from '../../src/plugins/authority-repository.js'
import type { TokenClaims } from '../../src/plugins/token-claims.js'

/*
 * In the place of the service's own: every token is good, and its bearer OWNER of everything. What is
 * refused then is refused by the database.
 */
export const authorityRepository = (db: Queryable): ReturnType<typeof checking> => {
  const checked = checking(db)
  const everything = { isLive: true, role: 'OWNER' } as const
  return {
    ...checked,
    lock: async () => everything,
    hasSession: async () => true,
    inOrganization: async (_token: TokenClaims, organizationId: string) => ({
      ...everything,
      organizationId,
    }),
    inProject: async (token: TokenClaims, projectId: string) => {
      const found = await checked.inProject(token, projectId)
      return { ...everything, organizationId: found?.organizationId ?? null }
    },
  }
}
