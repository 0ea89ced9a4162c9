import { freshEmail } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import bcrypt from 'bcryptjs'
import { createBcryptPool } from '../../src/resources/auth/passwords/bcrypt-pool.js'
import { build } from '../build.js'
import { createClient, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const openPool = (t: Test, options = { threads: 2, maxQueue: 64 }) => {
  const pool = createBcryptPool(options)
  t.teardown(() => pool.close())
  return pool
}

t.test('hashes are computed and compared in a thread', async (t) => {
  const pool = openPool(t)
  const hash = await pool.hash('correct horse', 4)
  t.match(hash, /^\$2b\$04\$/)
  t.ok(bcrypt.compareSync('correct horse', hash))
  t.equal(await pool.compare('correct horse', hash), true)
  t.equal(await pool.compare('wrong horse', hash), false)
  await t.rejects(pool.compare('wrong', 'x'.repeat(60)), { message: /Invalid salt/ })
})

t.test('a full pool rejects new work and completes what it accepted', async (t) => {
  const pool = openPool(t, { threads: 1, maxQueue: 2 })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => pool.hash('correct horse', 4)),
  )
  const made = outcomes.filter(({ status }) => status === 'fulfilled')
  t.ok(made.length >= 2 && made.length <= 4, `${made.length} of 20`)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      t.match(outcome.reason, { code: 'OVERLOADED', retryAfterSeconds: 2 })
    }
  }
  t.match(await pool.hash('correct horse', 4), /^\$2b\$/, 'there is room again later')
})

t.test('closing the pool rejects queued work', async (t) => {
  const pool = createBcryptPool({ threads: 1, maxQueue: 64 })
  const hashes = Array.from({ length: 8 }, () => pool.hash('correct horse', 12))
  const outcomes = Promise.allSettled(hashes)
  await pool.close()
  t.ok((await outcomes).some(({ status }) => status === 'rejected'))
})

t.test('other calls are answered while logins wait for a thread', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const client = createClient(app)
  const order: string[] = []
  const note = async <Value>(what: string, answer: Promise<Value>): Promise<Value> => {
    const value = await answer
    order.push(what)
    return value
  }
  const logins = Array.from({ length: 30 }, () => {
    const credentials = { email: freshEmail(), password: 'wrong password' }
    return note('login', client.post('/api/auth/login', credentials))
  })
  const others = ['/api/auth/me', '/healthz', '/api/auth/me'].map((url) =>
    note('other', owner.get(url)),
  )
  const answers = await Promise.all(logins)
  for (const { statusCode } of answers) t.equal(statusCode, 401)
  for (const { statusCode } of await Promise.all(others)) t.equal(statusCode, 200)
  t.ok(order.lastIndexOf('other') < order.lastIndexOf('login'), order.join(' '))
})

t.test('too many concurrent logins are answered with 503', async (t) => {
  const app = await build(t, { BCRYPT_WORKERS: 1, BCRYPT_QUEUE: 1 })
  const owner = await register(app)
  const { email, password } = owner
  const client = createClient(app)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => client.post('/api/auth/login', { email, password })),
  )
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  t.ok(refused.length > 0 && refused.length < 12)
  for (const answer of refused) {
    isError(t, answer, 503, 'OVERLOADED')
    t.equal(answer.headers['retry-after'], '2')
  }
  t.equal((await client.post('/api/auth/login', { email, password })).statusCode, 200)
})

t.test('a login renews a hash of another cost, also when two run concurrently', async (t) => {
  const app = await build(t, { BCRYPT_COST: 11 })
  const { email, password, userId } = await register(app)
  const database = openDatabase(t)
  const passwordHash = bcrypt.hashSync(password, 4)
  await database.user.update({ where: { id: userId }, data: { passwordHash } })
  const client = createClient(app)
  const logIn = () => client.post('/api/auth/login', { email, password })
  for (const { statusCode } of await Promise.all([logIn(), logIn(), logIn()])) {
    t.equal(statusCode, 200)
  }
  const after = await database.user.findUniqueOrThrow({ where: { id: userId } })
  t.match(after.passwordHash, /^\$2b\$11\$/)
  t.equal((await logIn()).statusCode, 200)
  const unchanged = await database.user.findUniqueOrThrow({ where: { id: userId } })
  t.equal(unchanged.passwordHash, after.passwordHash)
})
