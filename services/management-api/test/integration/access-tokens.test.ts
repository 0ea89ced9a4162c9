import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import t from '@vitrine/testing/t'
import { build, jwtSecret } from '../build.js'
import { register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)

const now = Math.floor(Date.now() / 1000)
const claims = {
  sub: owner.userId,
  iat: now - 60,
  exp: now + 600,
  iss: 'vitrine',
  aud: 'vitrine-management',
}
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT with any header and key. The signature is empty if the algorithm is not an HMAC. */
function jwt(changes: object, { alg = 'HS256', secret = jwtSecret } = {}): string {
  const signed = `${base64url({ alg, typ: 'JWT' })}.${base64url({ ...claims, ...changes })}`
  if (!alg.startsWith('HS')) return `${signed}.`
  const hmac = createHmac(`sha${alg.slice(2)}`, secret).update(signed)
  return `${signed}.${hmac.digest('base64url')}`
}
const [header = '', payload = '', signature = ''] = jwt({}).split('.')
const me = (authorization: string) =>
  app.inject({ url: '/api/auth/me', headers: { authorization } })

t.test('a token with the right claims and signature is accepted', async (t) => {
  t.equal((await me(`Bearer ${jwt({})}`)).json().id, owner.userId)
})

t.test('a forged or malformed token is rejected with 401', async (t) => {
  const { sub, exp, ...others } = claims
  const table: Record<string, string> = {
    'alg none': jwt({}, { alg: 'none' }),
    'alg NONE with the old signature': `${jwt({}, { alg: 'NONE' })}${signature}`,
    'HS384 with the same secret': jwt({}, { alg: 'HS384' }),
    'HS512 with the same secret': jwt({}, { alg: 'HS512' }),
    'RS256 that is none': jwt({}, { alg: 'RS256' }),
    'another secret': jwt({}, { secret: 'b'.repeat(32) }),
    'an empty secret': jwt({}, { secret: '' }),
    'exp as a text': jwt({ exp: String(now + 600) }),
    'not valid yet': jwt({ nbf: now + 600 }),
    'without exp': jwt({ exp: undefined }),
    'without iat': jwt({ iat: undefined }),
    'without sub': jwt({ sub: undefined }),
    'without iss': jwt({ iss: undefined }),
    'without aud': jwt({ aud: undefined }),
    'another iss': jwt({ iss: 'vitrine2' }),
    'another aud': jwt({ aud: 'vitrine' }),
    'claims of another token': `${header}.${base64url({ ...others, exp, sub: sub.replace(/.$/, 'x') })}.${signature}`,
    'without its signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${jwt({})}.${signature}`,
    truncated: jwt({}).slice(0, -1),
    'garbage behind': `${jwt({})}!`,
    'garbage before': `!${jwt({})}`,
    garbage: 'garbage',
    'JSON that is no object': `${header}.${Buffer.from('1').toString('base64url')}.${signature}`,
  }
  for (const [what, token] of Object.entries(table)) {
    const response = await me(`Bearer ${token}`)
    isError(t, response, 401, 'TOKEN_INVALID', { what })
    t.match(response.headers['www-authenticate'], /^Bearer .*error="invalid_token"/, what)
  }
})

t.test('a token whose only fault is its age is reported as expired', async (t) => {
  isError(t, await me(`Bearer ${jwt({ exp: now - 1 })}`), 401, 'TOKEN_EXPIRED')
  const forged = jwt({ exp: now - 1 }, { secret: 'b'.repeat(32) })
  isError(t, await me(`Bearer ${forged}`), 401, 'TOKEN_INVALID')
})

/** A JWT signed with an attacker's key, with a header that refers to that key. */
function selfSigned(header: object, privateKey: KeyObject): string {
  const signed = `${base64url({ typ: 'JWT', ...header })}.${base64url(claims)}`
  const hash = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
  return `${signed}.${sign(hash, Buffer.from(signed), key).toString('base64url')}`
}

/** An HMAC with the given secret, under a header that names another verification method. */
function hmacSigned(header: object, secret: string | Buffer): string {
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT', ...header })}.${base64url(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

t.test('the header of a token does not choose the verification method', async (t) => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ed = generateKeyPairSync('ed25519')
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
  const jwk = rsa.publicKey.export({ format: 'jwk' })
  const known = { kty: 'oct', k: Buffer.from('known').toString('base64url') }
  const url = 'https://evil.example/keys.json'
  const table: Record<string, string> = {
    RS256: selfSigned({ alg: 'RS256' }, rsa.privateKey),
    'RS256 with its jwk': selfSigned({ alg: 'RS256', jwk }, rsa.privateKey),
    'RS256 with a jku': selfSigned({ alg: 'RS256', jku: url, kid: '1' }, rsa.privateKey),
    'RS256 with an x5u': selfSigned({ alg: 'RS256', x5u: url }, rsa.privateKey),
    ES256: selfSigned({ alg: 'ES256' }, ec.privateKey),
    EdDSA: selfSigned({ alg: 'EdDSA' }, ed.privateKey),
    'RS256 signed as HS256 with the public key': hmacSigned({ alg: 'RS256' }, publicPem),
    'HS256 with a public key as its secret': hmacSigned({}, publicPem),
    'HS256 with its own jwk': hmacSigned({ jwk: known }, 'known'),
    'kid of a file with known bytes': hmacSigned({ kid: '../../../../dev/null' }, ''),
    'kid as SQL': hmacSigned({ kid: "x' UNION SELECT 'known" }, 'known'),
    'alg in lower case': hmacSigned({ alg: 'hs256' }, jwtSecret),
    'no alg': hmacSigned({ alg: undefined }, jwtSecret),
    'alg as a list': hmacSigned({ alg: ['HS256', 'none'] }, jwtSecret),
  }
  for (const [what, token] of Object.entries(table)) {
    isError(t, await me(`Bearer ${token}`), 401, 'TOKEN_INVALID', { what })
  }
})

t.test('a token is accepted only as a bearer token in the header', async (t) => {
  const { token } = owner
  for (const authorization of [token, `Basic ${token}`, `Bearer: ${token}`, 'Bearer ', '']) {
    const response = await me(authorization)
    isError(t, response, 401, 'TOKEN_MISSING', { what: authorization.slice(0, 9) })
    t.equal(response.headers['www-authenticate'], 'Bearer realm="vitrine"')
  }
  const elsewhere = await app.inject({
    url: `/api/auth/me?token=${owner.token}&access_token=${owner.token}`,
    headers: { cookie: `token=${owner.token}` },
  })
  isError(t, elsewhere, 401, 'TOKEN_MISSING')
  t.equal(
    (await me(`bearer ${owner.token}`)).statusCode,
    200,
    'RFC 9110: schemes are case-insensitive',
  )
})

t.test('the token of a deleted account is rejected', async (t) => {
  const gone = await register(app)
  await openDatabase(t).user.delete({ where: { id: gone.userId } })
  for (const url of ['/api/auth/me', `/api/organizations/${gone.organizationId}`]) {
    isError(t, await gone.get(url), 401, 'SESSION_ENDED')
  }
})
