import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, type Owner, register } from '../client.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const anyone = createClient(app)

const logIn = ({ email, password }: Pick<Owner, 'email' | 'password'>) =>
  anyone.post('/api/auth/login', { email, password })

/** An account whose only organization has been deleted. */
async function withoutOrganization(): Promise<Owner> {
  const person = await register(app)
  const response = await person.delete(`/api/organizations/${person.organizationId}`)
  if (response.statusCode !== 204) throw new Error(response.body)
  return person
}

t.test('an account without an organization logs in and refreshes', async (t) => {
  const person = await withoutOrganization()
  const login = await logIn(person)
  t.equal(login.statusCode, 200, login.body)
  t.match(login.json(), { organizationId: null, user: { id: person.userId } })
  const { accessToken, refreshToken } = login.json()
  const refreshed = await anyone.post('/api/auth/refresh', { refreshToken })
  t.equal(refreshed.statusCode, 200, refreshed.body)
  t.equal(refreshed.json().organizationId, null)
  const me = await createClient(app, accessToken).get('/api/auth/me')
  t.match(me.json(), { id: person.userId, organizations: [] })
})

t.test('it can create an organization, and the next login leads there', async (t) => {
  const person = await withoutOrganization()
  const { accessToken } = (await logIn(person)).json()
  const created = await createClient(app, accessToken).post('/api/organizations', {
    name: freshName('New'),
  })
  t.equal(created.statusCode, 201, created.body)
  t.equal((await logIn(person)).json().organizationId, created.json().id)
})

t.test('a person removed from their only organization can accept an invitation', async (t) => {
  const [first, second] = [await register(app), await register(app)]
  const person = await withoutOrganization()
  const accept = async (inviter: Owner) => {
    const { token } = await invite(inviter, inviter.organizationId, { email: person.email })
    return anyone.post('/api/auth/invitations/accept', { token, password: person.password })
  }
  t.equal((await accept(first)).json().organizationId, first.organizationId)
  await first.delete(`/api/organizations/${first.organizationId}/members/${person.userId}`)
  t.equal((await logIn(person)).json().organizationId, null)
  t.equal((await accept(second)).statusCode, 200)
  t.equal((await logIn(person)).json().organizationId, second.organizationId)
})

t.test('it has no access to other organizations', async (t) => {
  const stranger = await register(app)
  const { accessToken } = (await logIn(await withoutOrganization())).json()
  const url = `/api/organizations/${stranger.organizationId}`
  isError(t, await createClient(app, accessToken).get(url), 403, 'FORBIDDEN')
})
