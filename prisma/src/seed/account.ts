import { type Api, failureOf } from './api.js'
import type { Demo } from './demo-file.js'
import type { Session } from './resources.js'

/**
 * Signs the demo user in. Creates the account if it does not exist: in the first run, or if the database
 * was emptied.
 *
 * @returns the organization's id.
 * @throws when the account exists with another password.
 */
export async function signInOrRegister(api: Api, { email, password }: Demo): Promise<string> {
  const logIn = () => api.send('POST', '/api/auth/login', { body: { email, password } })
  const enter = async (response: Response): Promise<string> => {
    const session = (await response.json()) as Session
    api.signIn(session.accessToken, async () => {
      const again = await logIn()
      if (!again.ok) throw await failureOf('POST', '/api/auth/login', again)
      return ((await again.json()) as Session).accessToken
    })
    return session.organizationId
  }

  const login = await logIn()
  if (login.ok) return enter(login)
  if (login.status !== 401) throw await failureOf('POST', '/api/auth/login', login)

  const registration = await api.send('POST', '/api/auth/register', {
    body: { organizationName: 'Vitrine Demo', name: 'Demo', email, password },
  })
  if (registration.ok) return enter(registration)
  if (registration.status === 409) {
    throw new Error(
      `the account ${email} exists, but its password is not the one in the demo file; run "npm start -- --reset" to begin again with empty data`,
    )
  }
  throw await failureOf('POST', '/api/auth/register', registration)
}
