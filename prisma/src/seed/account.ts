import { randomUUID } from 'node:crypto'
import { type Schemas, VitrineError } from '@vitrine/sdk'
import type { Api } from './api.js'
import type { Demo } from './demo-file.js'

const advice = 'run "npm start -- --reset" to begin again with empty data'

/**
 * Signs the demo user in. Creates the account if it does not exist: in the first run, or if the database
 * was emptied.
 *
 * @param isNew whether the demo was just begun, so that no account can have its password.
 * @returns the organization's id.
 * @throws when the account exists with another password, or is in no organization.
 */
export async function signInOrRegister(api: Api, demo: Demo, isNew: boolean): Promise<string> {
  const session = (!isNew && (await logIn(api, demo))) || (await register(api, demo))
  await api.vitrine.session.start(session)
  if (session.organizationId !== null) return session.organizationId
  throw new Error(`the account ${demo.email} is in no organization; ${advice}`)
}

type Session = Schemas['Session'] | Schemas['CookieSession']

/** @returns null if no account has this e-mail and password. */
async function logIn({ vitrine }: Api, { email, password }: Demo): Promise<Session | null> {
  const { data, error, response } = await vitrine.POST('/api/auth/login', {
    body: { email, password },
    // With a key, a lost call is repeated. All that a second login makes is another session.
    headers: { 'Idempotency-Key': randomUUID() },
  })
  if (data) return data
  if (response.status === 401) return null
  throw new VitrineError(response, error)
}

async function register({ vitrine }: Api, { email, password }: Demo): Promise<Session> {
  const { data, error, response } = await vitrine.POST('/api/auth/register', {
    body: { organizationName: 'Vitrine Demo', name: 'Demo', email, password },
  })
  if (data) return data
  if (response.status !== 409) throw new VitrineError(response, error)
  throw new Error(
    `the account ${email} exists, but its password is not the one in the demo file; ${advice}`,
  )
}
