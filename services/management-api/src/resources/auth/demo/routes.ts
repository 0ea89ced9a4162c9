import type { App } from '@vitrine/http'
import Type from 'typebox'
import { clientOf } from '../client.js'
import { SessionAnswer, SessionMode } from '../schemas.js'
import type { RefreshCookie } from '../sessions/refresh-cookie.js'
import type { DemoLogin } from './service.js'

const OneTimeCode = Type.Object(
  { code: Type.String({ maxLength: 200 }), session: SessionMode },
  { additionalProperties: false },
)

type Deps = { demoLogin: DemoLogin; refreshCookie: RefreshCookie }

/** Not in the OpenAPI document: it exists only on a developer's machine. */
export function demoRoutes(scope: App, { demoLogin, refreshCookie }: Deps): void {
  scope.post(
    '/demo',
    {
      config: { hasOwnLimit: true },
      schema: { hide: true, body: OneTimeCode, response: { 200: SessionAnswer } },
    },
    async (request, reply) => {
      const { code, session: mode } = request.body
      const session = await demoLogin.logIn(code, clientOf(request))
      return refreshCookie.deliver(reply, session, mode)
    },
  )
}
