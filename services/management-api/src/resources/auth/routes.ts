import type { App } from '@vitrine/http'
import { Credentials, Me, Registration, Session } from './schemas.js'
import type { AuthService } from './service.js'

export function authRoutes(scope: App, auth: AuthService): void {
  scope.post(
    '/register',
    { schema: { body: Registration, response: { 201: Session } } },
    async ({ body }, reply) => reply.code(201).send(await auth.register(body)),
  )
  scope.post('/login', { schema: { body: Credentials, response: { 200: Session } } }, ({ body }) =>
    auth.login(body),
  )
}

/** Of the person whose token it is. */
export function accountRoutes(scope: App, auth: AuthService): void {
  scope.get('/me', { schema: { response: { 200: Me } } }, ({ user }) => auth.me(user.sub))
}
