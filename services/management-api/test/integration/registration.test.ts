import { createHash } from 'node:crypto'
import { freshEmail, freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const app = await build(t)
const database = openDatabase(t)
const client = createClient(app)
const account = () => ({
  organizationName: freshName('Org'),
  name: 'Ada Example',
  email: freshEmail(),
  password: 'correct horse',
})
const register = (changes: object = {}) =>
  client.post('/api/auth/register', { ...account(), ...changes })

t.test('a registration returns tokens, the organization and the user', async (t) => {
  const email = freshEmail()
  const response = await register({ email })
  t.equal(response.statusCode, 201)
  const { accessToken, refreshToken, organizationId, user, ...rest } = response.json()
  t.same(rest, { tokenType: 'Bearer', expiresIn: 900 })
  t.same({ ...user, id: '' }, { id: '', name: 'Ada Example', email })
  for (const id of [organizationId, user.id]) t.match(id, uuid)
  t.match(accessToken, /^[\w-]+\.[\w-]+\.[\w-]+$/)
  t.match(refreshToken, /^rt_[\w-]{43}$/)
})

t.test('the access token is a JWT with six claims, valid for 15 minutes', async (t) => {
  const before = Math.floor(Date.now() / 1000)
  const { accessToken, user } = (await register()).json()
  const [header, claims] = String(accessToken)
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  t.same(header, { alg: 'HS256', typ: 'JWT', kid: 'default' })
  const { iat, exp, sid, ...rest } = claims
  t.match(sid, uuid)
  t.same(rest, { sub: user.id, iss: 'vitrine', aud: 'vitrine-management' })
  t.equal(exp - iat, 900)
  t.ok(iat >= before && iat <= Date.now() / 1000)
})

t.test('only the SHA-256 of the refresh token is stored', async (t) => {
  const { refreshToken, user } = (await register()).json()
  const tokenHash = new Uint8Array(createHash('sha256').update(refreshToken).digest())
  const session = await database.session.findFirstOrThrow({
    where: { userId: user.id },
    include: { tokens: true },
  })
  t.match(session, { revokedAt: null, tokens: { length: 1 } })
  const [stored] = session.tokens
  t.same(stored?.tokenHash, tokenHash)
  t.equal(stored?.spentAt, null)
  t.notMatch(JSON.stringify(session), refreshToken)
  const days = (Number(stored?.expiresAt) - Number(stored?.createdAt)) / 86_400_000
  t.equal(Math.round(days), 30)
})

t.test('only the bcrypt hash of the password is stored', async (t) => {
  const { user } = (await register({ password: 'a secret of mine' })).json()
  const row = await database.user.findUniqueOrThrow({ where: { id: user.id } })
  t.match(row.passwordHash, /^\$2b\$04\$[./\w]{53}$/)
  t.notMatch(JSON.stringify(row), 'a secret of mine')
})

t.test('the user becomes OWNER of an organization with a slug derived from its name', async (t) => {
  const organizationName = `Café ${freshName('Org')}`
  const slug = organizationName.toLowerCase().replace('é', 'e').replace(' ', '-')
  const slugOf = async (accessToken: string) => {
    const me = await createClient(app, accessToken).get('/api/auth/me')
    const [organization, ...others] = me.json().organizations
    t.same(others, [])
    t.match(organization, { name: organizationName, role: 'OWNER' })
    return organization.slug
  }
  t.equal(await slugOf((await register({ organizationName })).json().accessToken), slug)
  const second = await slugOf((await register({ organizationName })).json().accessToken)
  t.equal(second, `${slug}-2`, 'names may repeat, slugs may not')
  const { organizationId } = (await register({ organizationName: '🎉' })).json()
  const fallback = await database.organization.findUnique({ where: { id: organizationId } })
  t.match(fallback?.slug, /^organization(-[0-9]+)?$/, 'a name without letters')
})

t.test('concurrent registrations with one organization name all succeed', async (t) => {
  const organizationName = freshName('日本')
  const responses = await Promise.all([1, 2, 3, 4].map(() => register({ organizationName })))
  t.same(
    responses.map(({ statusCode }) => statusCode),
    [201, 201, 201, 201],
  )
  const rows = await database.organization.findMany({ where: { name: organizationName } })
  const slug = organizationName.replace('日本', 'ri-ben')
  const slugs = [slug, `${slug}-2`, `${slug}-3`, `${slug}-4`]
  t.same(rows.map((row) => row.slug).sort(), slugs)
})

t.test('an e-mail is stored as typed and compared case-insensitively', async (t) => {
  const email = `Ada.${freshEmail()}`
  t.equal((await register({ email: ` ${email} ` })).json().user.email, email)
  for (const other of [email, email.toLowerCase(), email.toUpperCase()]) {
    isError(t, await register({ email: other }), 409, 'EMAIL_TAKEN')
  }
})

t.test('an e-mail in another script is compared with composed characters', async (t) => {
  const email = `Zoë.${freshEmail()}`.normalize('NFC').replace('example', 'münchen')
  t.equal((await register({ email })).statusCode, 201)
  const decomposed = email.toUpperCase().normalize('NFD')
  t.not(decomposed, email.toUpperCase())
  isError(t, await register({ email: decomposed }), 409, 'EMAIL_TAKEN')
})

t.test('a rejected registration creates no organization', async (t) => {
  const email = freshEmail()
  await register({ email })
  const organizationName = freshName('Never')
  isError(t, await register({ email, organizationName }), 409, 'EMAIL_TAKEN')
  t.equal(await database.organization.count({ where: { name: organizationName } }), 0)
})

t.test('of concurrent registrations with one e-mail one succeeds', async (t) => {
  const email = freshEmail()
  const responses = await Promise.all([
    register({ email }),
    register({ email }),
    register({ email }),
  ])
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [201, 409, 409])
})

t.test('a commonly guessed password is rejected with the reason', async (t) => {
  const name = 'Ada Lovelace-King'
  const email = `countess1815.${freshEmail()}`
  const table: [password: string, reason: RegExp][] = [
    ['password1', /known from leaks/],
    ['PassWord1', /known from leaks/],
    ['trustno1', /known from leaks/],
    [' '.repeat(8), /repeats one or two characters/],
    ['x1'.repeat(6), /repeats one or two characters/],
    ['ghijklmnop', /a sequence/],
    ['ponmlkjihg', /a sequence/],
    ['my lovelace!', /lovelace/],
    ['xXKINGfisherXx', /king/],
    ['the COUNTESS of x', /countess/],
    ['born in 1815', /1815/],
    ['ｌｏｖｅｌａｃｅ…', /lovelace/],
  ]
  for (const [password, reason] of table) {
    const response = await register({ name, email, password })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['password'], what: password })
    t.match(response.json().details[0].message, reason, password)
    t.match(response.json().message, /choose/i, 'the message says what to choose')
  }
  t.equal((await register({ name, email, password: 'ada and her engine' })).statusCode, 201)
})

t.test('every missing, mistyped or unknown field is named', async (t) => {
  const missing = await client.post('/api/auth/register', {})
  const fields = ['organizationName', 'name', 'email', 'password']
  isError(t, missing, 400, 'VALIDATION_FAILED', { fields })
  const table: [changes: object, fields: string[]][] = [
    [{ name: undefined, email: undefined }, ['name', 'email']],
    [{ organizationName: 7, name: null, email: [], password: {} }, fields],
    [{ role: 'OWNER', 'is/admin~': true }, ['role', 'is/admin~']],
    [{ organizationName: '  ', name: '' }, ['organizationName', 'name']],
    [{ organizationName: 'x'.repeat(201), name: 'a\nb' }, ['organizationName', 'name']],
    [{ password: '1234567' }, ['password']],
    [{ email: 'ada' }, ['email']],
    [{ email: 'ada@' }, ['email']],
    [{ email: '@example.test' }, ['email']],
    [{ email: 'a b@example.test' }, ['email']],
    [{ email: 'a\u0000@example.test' }, ['email']],
    [{ email: `${'a'.repeat(250)}@example.test` }, ['email']],
    [{ email: 'ada@example' }, ['email']],
    [{ email: 'ada@exa%mple.test' }, ['email']],
    [{ email: 'x%evil.example@example.test' }, ['email']],
    [{ email: 'evil.example!x@example.test' }, ['email']],
    [{ email: '@evil.example:x@example.test' }, ['email']],
    [{ email: 'ada@example.test, eve@example.test' }, ['email']],
    [{ email: 'ada..l@example.test' }, ['email']],
    [{ email: 'ada\u202e@example.test' }, ['email']],
    [{ organizationName: 'A\u202ecme', name: '\u2066Ada' }, ['organizationName', 'name']],
  ]
  for (const [changes, wrong] of table) {
    const what = JSON.stringify(changes).slice(0, 60)
    isError(t, await register(changes), 400, 'VALIDATION_FAILED', { fields: wrong, what })
  }
})

t.test('names are trimmed', async (t) => {
  t.equal((await register({ name: '  Ada  ' })).json().user.name, 'Ada')
})
