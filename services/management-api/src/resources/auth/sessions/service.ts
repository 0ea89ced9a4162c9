import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import type { Person } from '../../../changes/author.js'
import { locking } from '../../../changes/author.js'
import type { Changes } from '../../../changes/changes.js'
import { actorOf, type Bearer } from '../../../changes/rights/bearer.js'
import type { SessionsEnd } from '../schemas.js'
import { revokeTokens } from '../tokens/revocation.js'
import { sessionRepository } from './repository.js'
import type { Sessions } from './sessions.js'

type Deps = { database: ScopedDatabase; changes: Changes; sessions: Sessions }

export function createSessionService({ database, changes, sessions }: Deps) {
  return {
    list: async (bearer: Bearer, query: PageQuery) => {
      const { sub, sid } = bearer
      const page = await database
        .forActor(actorOf(bearer))
        .transaction((tx) => sessionRepository(tx).listLive(sub, query))
      const content = page.content.map(({ lastUsedAt, ...row }) => ({
        ...row,
        lastUsed: lastUsedAt,
        current: row.id === sid,
      }))
      return { ...page, content }
    },

    /** Ends it immediately, with its access tokens. @throws AppError SESSION_NOT_FOUND */
    end: (person: Person, sessionId: string): Promise<void> =>
      changes.write(locking(person, 'account'), async (tx, { matching }) => {
        matching({ id: sessionId })
        if (await sessionRepository(tx).revokeOf(person.userId, sessionId)) return
        throw new AppError(
          'SESSION_NOT_FOUND',
          'You have no such session, or it has ended already.',
        )
      }),

    /** Ends all sessions but the caller's and, if asked to, revokes the personal access tokens. */
    endOthers: (person: Person, input: SessionsEnd): Promise<void> =>
      changes.write(locking(person, 'account'), async (tx, { audit, matching }) => {
        matching({})
        await sessions.endOthers(person.rights.token, tx)
        if (input.revokeTokens === true) await revokeTokens(tx, person.userId, audit)
      }),
  }
}

export type SessionService = ReturnType<typeof createSessionService>
