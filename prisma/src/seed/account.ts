import { randomUUID } from 'node:crypto'
import { type Schemas, VitrineError } from '@vitrine/sdk'
import type { Api } from './api.js'
import type { Demo } from './demo-file.js'

const advice = 'run "npm start -- --reset" to begin again with empty data'

/**
 * Signs the demo user in. Creates the account if it does not exist: in the first run, or if the database
 * was emptied.
 *
 * @returns the organization's id.
 * @throws when the account exists with another password, or is in no organization.
 */
export async function signInOrRegister(
  { vitrine }: Api,
  { email, password }: Demo,
): Promise<string> {
  const enter = async (session: Schemas['Session'] | Schemas['CookieSession']): Promise<string> => {
    await vitrine.session.start(session)
    if (session.organizationId !== null) return session.organizationId
    throw new Error(`the account ${email} is in no organization; ${advice}`)
  }

  const login = await vitrine.POST('/api/auth/login', {
    body: { email, password },
    // With a key, a lost call is repeated. All that a second login makes is another session.
    headers: { 'Idempotency-Key': randomUUID() },
  })
  if (login.data) return enter(login.data)
  if (login.response.status !== 401) throw new VitrineError(login.response, login.error)

  const registration = await vitrine.POST('/api/auth/register', {
    body: { organizationName: 'Vitrine Demo', name: 'Demo', email, password },
  })
  if (registration.data) return enter(registration.data)
  if (registration.response.status === 409) {
    throw new Error(
      `the account ${email} exists, but its password is not the one in the demo file; ${advice}`,
    )
  }
  throw new VitrineError(registration.response, registration.error)
}
