import { createHash } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createRefreshTokens } from '../../src/resources/auth/sessions/refresh-token.js'
import { createKeyring } from '../../src/secrets/keyring.js'
import { sha256 } from '../../src/secrets/sha256.js'

const secret = 'a-secret-of-32-characters-at-least'
const withSecret = (JWT_SECRET: string, lifetimeDays = 30) =>
  createRefreshTokens({ keyring: createKeyring({ JWT_SECRET }), lifetimeDays })
const tokens = withSecret(secret)

t.test('an initial refresh token has 256 random bits and is stored as its SHA-256', async (t) => {
  const token = tokens.first()
  t.match(token, /^rt_[\w-]{43}$/)
  t.equal(Buffer.from(token.slice(3), 'base64url').length, 32)
  const hash = new Uint8Array(createHash('sha256').update(token).digest())
  t.same(sha256(token), hash)
  t.same(tokens.stored(token).tokenHash, hash)
  t.not(tokens.first(), token)
})

t.test('a successor has the same format and is derived from its predecessor', async (t) => {
  const token = tokens.first()
  const { successor, kid } = tokens.next(token)
  t.match(successor, /^rt_[\w-]{43}$/)
  t.same(withSecret(secret, 1).next(token), { successor, kid })
  t.equal(tokens.successorOf(token, kid), successor)
  t.equal(tokens.successorOf(token, null), successor, 'from a release without key ids')
  t.equal(tokens.successorOf(token, 'other'), null)
  t.not(tokens.next(successor).successor, token)
  t.not(tokens.next(tokens.first()).successor, successor)
})

t.test('a successor cannot be derived without the secret', async (t) => {
  const token = tokens.first()
  t.not(withSecret(`${secret}!`).next(token).successor, tokens.next(token).successor)
})

t.test('a token expires after the configured days', async (t) => {
  const before = Date.now()
  const { expiresAt } = withSecret(secret, 7).stored('rt_')
  const week = 7 * 24 * 60 * 60 * 1000
  t.ok(expiresAt.getTime() >= before + week && expiresAt.getTime() <= Date.now() + week)
})
