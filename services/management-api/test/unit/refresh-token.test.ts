import { createHash } from 'node:crypto'
import t from 'tap'
import { createRefreshTokens, hashOf } from '../../src/resources/auth/refresh-token.js'

const secret = 'a-secret-of-32-characters-at-least'
const tokens = createRefreshTokens({ secret, lifetimeDays: 30 })

t.test('a first refresh token is 256 random bits, stored as its SHA-256', async (t) => {
  const token = tokens.first()
  t.match(token, /^rt_[\w-]{43}$/)
  t.equal(Buffer.from(token.slice(3), 'base64url').length, 32)
  const hash = new Uint8Array(createHash('sha256').update(token).digest())
  t.same(hashOf(token), hash)
  t.same(tokens.stored(token).tokenHash, hash)
  t.not(tokens.first(), token)
})

t.test('a successor looks like any token and follows from its predecessor', async (t) => {
  const token = tokens.first()
  const successor = tokens.successorOf(token)
  t.match(successor, /^rt_[\w-]{43}$/)
  t.equal(createRefreshTokens({ secret, lifetimeDays: 1 }).successorOf(token), successor)
  t.not(tokens.successorOf(successor), token)
  t.not(tokens.successorOf(tokens.first()), successor)
})

t.test('without the secret nobody can tell a successor', async (t) => {
  const token = tokens.first()
  const other = createRefreshTokens({ secret: `${secret}!`, lifetimeDays: 30 })
  t.not(other.successorOf(token), tokens.successorOf(token))
})

t.test('it expires after the days that it is given', async (t) => {
  const before = Date.now()
  const { expiresAt } = createRefreshTokens({ secret, lifetimeDays: 7 }).stored('rt_')
  const week = 7 * 24 * 60 * 60 * 1000
  t.ok(expiresAt.getTime() >= before + week && expiresAt.getTime() <= Date.now() + week)
})
