import type { App } from '@vitrine/http'
import { created } from '../../idempotency/plugin.js'
import { Credentials, Me, Registration, Session } from './schemas.js'
import type { AuthService } from './service.js'

export function authRoutes(scope: App, auth: AuthService): void {
  scope.post(
    '/register',
    { schema: { body: Registration, response: { 201: Session } } },
    (request, reply) =>
      created(request, reply, request.body, () =>
        auth.register(request.body, { requestId: request.id, claim: request.claim }),
      ),
  )
  scope.post('/login', { schema: { body: Credentials, response: { 200: Session } } }, ({ body }) =>
    auth.login(body),
  )
}

/** Of the person whose token it is. */
export function accountRoutes(scope: App, auth: AuthService): void {
  scope.get('/me', { schema: { response: { 200: Me } } }, ({ user }) => auth.me(user.sub))
}
