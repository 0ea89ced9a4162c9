import bcrypt from 'bcryptjs'
import t from 'tap'
import { createPasswords } from '../../src/resources/auth/passwords.js'

// The least that bcrypt takes: what is tested here doesn't depend on it.
const cost = 4
const passwords = createPasswords(cost)

t.test('a hash matches its password and no other', async (t) => {
  const hash = await passwords.hash('correct horse')
  t.match(hash, /^\$2b\$04\$/)
  t.equal(await passwords.matches('correct horse', hash), true)
  for (const wrong of ['correct hors', 'correct horse ', 'Correct horse', '']) {
    t.equal(await passwords.matches(wrong, hash), false, wrong)
  }
})

t.test('two hashes of one password differ', async (t) => {
  t.not(await passwords.hash('correct horse'), await passwords.hash('correct horse'))
})

t.test('a new password has 8 to 72 bytes, and the message says how many it has', async (t) => {
  for (const [password, bytes] of [
    ['', 0],
    ['1234567', 7],
    ['é'.repeat(37), 74],
    ['x'.repeat(73), 73],
  ] as const) {
    await t.rejects(passwords.hash(password), {
      code: 'VALIDATION_FAILED',
      message: `password must be 8–72 bytes long; it has ${bytes}`,
      details: [{ field: 'password' }],
    })
  }
})

t.test('a longer password with the same first 72 bytes does not match', async (t) => {
  const hash = await passwords.hash('x'.repeat(72))
  t.equal(await passwords.matches('x'.repeat(72), hash), true)
  t.equal(await passwords.matches('x'.repeat(73), hash), false)
})

t.test('without a hash nothing matches, after a comparison of the same cost', async (t) => {
  const compare = t.capture(bcrypt, 'compare', bcrypt.compare)
  for (const password of ['', 'anything']) {
    t.equal(await passwords.matches(password, undefined), false)
  }
  const costs = compare().map(({ args }) => bcrypt.getRounds(String(args[1])))
  t.same(costs, [cost, cost])
})
