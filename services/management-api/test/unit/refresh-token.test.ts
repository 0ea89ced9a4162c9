import { createHash } from 'node:crypto'
import t from 'tap'
import { createRefreshToken } from '../../src/resources/auth/refresh-token.js'

t.test('a refresh token is 256 random bits, stored as its SHA-256', async (t) => {
  const { token, stored } = createRefreshToken(30)
  t.match(token, /^rt_[\w-]{43}$/)
  t.equal(Buffer.from(token.slice(3), 'base64url').length, 32)
  t.same(stored.tokenHash, new Uint8Array(createHash('sha256').update(token).digest()))
  t.not(createRefreshToken(30).token, token)
})

t.test('it expires after the days that it is given', async (t) => {
  const before = Date.now()
  const { expiresAt } = createRefreshToken(7).stored
  const week = 7 * 24 * 60 * 60 * 1000
  t.ok(expiresAt.getTime() >= before + week && expiresAt.getTime() <= Date.now() + week)
})
