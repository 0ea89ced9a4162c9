import type { Scoped } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Bearer } from '../changes/rights/bearer.js'
import { createLastUse } from '../resources/auth/sessions/last-use.js'
import { sessionRepository } from '../resources/auth/sessions/repository.js'
import { tokenUseRepository } from '../resources/tokens/repository.js'

/** Records when sessions and personal access tokens were used, without delaying the calls. */
export function recordLastUse(app: App, database: Scoped) {
  const { log } = app
  const sessions = createLastUse({
    what: 'sessions',
    record: sessionRepository(database).recordUse,
    log,
  })
  const tokens = createLastUse({
    what: 'personal access tokens',
    record: tokenUseRepository(database).recordUse,
    log,
  })
  for (const { start, stop } of [sessions, tokens]) {
    app.addHook('onReady', async () => start())
    app.addHook('onClose', () => stop())
  }
  return {
    used: ({ sid, personalToken }: Bearer): void => {
      if (personalToken !== undefined) tokens.used(personalToken.scope.tokenId)
      else if (sid !== undefined) sessions.used(sid)
    },
  }
}
