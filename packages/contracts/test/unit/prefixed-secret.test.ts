import { createHash } from 'node:crypto'
import t from '@vitrine/testing/t'
import { prefixedSecrets } from '../../src/prefixed-secret.js'

const one = prefixedSecrets('one_')
const other = prefixedSecrets('other_')

t.test('a secret has its prefix, a visible beginning, and is stored as its SHA-256', async (t) => {
  const { secret, shownPrefix, hash } = one.create()
  t.match(secret, /^one_[0-9A-Za-z]{38}$/)
  t.equal(shownPrefix, secret.slice(0, 12))
  t.equal(Buffer.from(hash).toString('hex'), createHash('sha256').update(secret).digest('hex'))
  t.same(one.hash(secret), hash)
})

t.test('a secret of one kind is malformed as another kind', async (t) => {
  const { secret } = one.create()
  t.ok(one.isWellFormed(secret))
  t.notOk(other.isWellFormed(secret))
  t.notOk(other.isWellFormed(secret.replace('one_', 'other')))
  t.ok(
    other.isWellFormed(secret.replace('one_', 'other_')),
    'the checksum covers only the random part',
  )
})

t.test('a secret with any single mistyped character is malformed', async (t) => {
  const { secret } = one.create()
  for (let i = 0; i < secret.length; i += 1) {
    const typo = secret[i] === 'x' ? 'y' : 'x'
    t.notOk(one.isWellFormed(secret.slice(0, i) + typo + secret.slice(i + 1)), `at ${i}`)
  }
})
