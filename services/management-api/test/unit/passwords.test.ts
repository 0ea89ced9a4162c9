import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import bcrypt from 'bcryptjs'
import { createPasswords } from '../../src/resources/auth/passwords/passwords.js'

// The minimum cost of bcrypt, since these tests do not depend on it.
const cost = 4
const pool = {
  hash: async (password: string, cost: number) => bcrypt.hashSync(password, cost),
  compare: async (password: string, hash: string) => bcrypt.compareSync(password, hash),
}
const passwords = createPasswords({ pool, cost })
const full = async (): Promise<never> => {
  throw new AppError('OVERLOADED', 'Too many.')
}

t.test('a hash matches only its password', async (t) => {
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

t.test('a new password has 8 to 72 bytes, and the message names its length', async (t) => {
  for (const [password, bytes] of [
    ['', 0],
    ['1234567', 7],
    ['é'.repeat(37), 74],
    ['x'.repeat(73), 73],
  ] as const) {
    const message = `must be 8–72 bytes long; it has ${bytes}`
    await t.rejects(passwords.hash(password), {
      code: 'VALIDATION_FAILED',
      message: `password ${message}`,
      details: [{ field: 'password', message }],
    })
    t.throws(
      () => passwords.check(password, { name: 'Ada', email: 'ada@a.example' }, 'newPassword'),
      {
        message: `newPassword ${message}`,
        details: [{ field: 'newPassword', message }],
      },
    )
  }
})

t.test('a longer password with the same first 72 bytes does not match', async (t) => {
  const hash = await passwords.hash('x'.repeat(72))
  t.equal(await passwords.matches('x'.repeat(72), hash), true)
  t.equal(await passwords.matches('x'.repeat(73), hash), false)
})

t.test('without a hash nothing matches, and the comparison costs the same', async (t) => {
  for (const cost of [4, 12]) {
    const costs: number[] = []
    const compare = async (_: string, hash: string) => {
      costs.push(bcrypt.getRounds(hash))
      t.equal(bcrypt.compareSync('x', hash.replace('$12$', '$04$')), false, 'a valid hash')
      return true
    }
    const passwords = createPasswords({ pool: { ...pool, compare }, cost })
    for (const password of ['', 'anything']) {
      t.equal(await passwords.matches(password, undefined), false)
    }
    t.same(costs, [cost, cost])
  }
})

t.test('only a hash of another cost is renewed', async (t) => {
  const old = await passwords.hash('correct horse')
  t.equal(await passwords.renewed('correct horse', old), null)
  const stricter = createPasswords({ pool, cost: 5 })
  const renewed = await stricter.renewed('correct horse', old)
  t.match(renewed, /^\$2b\$05\$/)
  t.equal(await stricter.matches('correct horse', renewed ?? ''), true)
})

t.test('renewal is skipped if the pool is full, and other errors are thrown', async (t) => {
  const old = await passwords.hash('correct horse')
  const busy = createPasswords({ pool: { ...pool, hash: full }, cost: 5 })
  t.equal(await busy.renewed('correct horse', old), null)
  const broken = createPasswords({
    pool: { ...pool, hash: () => Promise.reject(new Error('a thread died')) },
    cost: 5,
  })
  await t.rejects(broken.renewed('correct horse', old), { message: 'a thread died' })
})
