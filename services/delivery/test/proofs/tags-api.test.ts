import { noRateLimits, startService } from '@vitrine/local/services'
import { backendSettings, databaseUrlOf } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { anyCall, opening, register } from '../tags/any-management-call.js'
import { createManagedData } from '../tags/managed-data.js'
import { answersOn, Forgotten, requireLogged } from '../tags/repository-answers.js'
import { ownDatabase } from '../tags/small-database.js'

t.setTimeout(1_200_000)

const { url: databaseUrl, database, sql } = await ownDatabase(t)
const service = await startManagement()
const accounts = await registerTwo()

/** Uses a separate database, so that only the calls change the answers. */
async function startManagement() {
  const settings = backendSettings('management-api')
  // Redis stores a copy of the log. The copy of this database must not mix with that of the others.
  const otherKeys = new URL(settings.REDIS_URL)
  otherKeys.pathname = '/1'
  const env = {
    ...settings,
    ...noRateLimits,
    PUBLIC_URL: 'http://127.0.0.1',
    DATABASE_URL: databaseUrlOf('management-api', databaseUrl),
    REDIS_URL: otherKeys.href,
    JWT_SECRET: 'the-same-secret-on-every-instance-of-it',
    BCRYPT_COST: '10',
    REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  const service = await startService({ name: 'management-api', env, log: () => undefined })
  t.teardown(() => service.stop())
  return service
}

async function registerTwo() {
  const world = createManagedData(service.url, [])
  await register(world)
  await register(world)
  return world.all('account')
}

/** Makes calls on new data, and checks after each for changes that were not logged. */
function runs(options: { numRuns: number; seed?: number }) {
  const calls = fc.array(anyCall, { minLength: 20, maxLength: 30 })
  const property = fc.asyncProperty(calls, async (calls) => {
    await database.$executeRaw`DELETE FROM organizations`
    const world = createManagedData(service.url, accounts)
    try {
      for (const call of opening) await call(world)
      let before = await answersOn(sql, world.asked)
      for (const call of calls) {
        await call(world)
        const after = await answersOn(sql, world.asked)
        await requireLogged(database, before, after)
        before = after
      }
    } catch (error) {
      const message = [String(error), ...world.journal].join('\n')
      throw error instanceof Forgotten ? new Forgotten(message) : new Error(message)
    }
  })
  return fc.check(property, { ...options, endOnFailure: true })
}

t.test('every changed answer is named in the log, for any sequence of calls', async (t) => {
  const { failed, numRuns, seed, errorInstance } = await runs({ numRuns: 5 })
  t.notOk(failed, failed ? `seed ${seed}, run ${numRuns}: ${errorInstance}` : 'none is forgotten')
})

/** Triggers that no other one covers. Any seed detects them; these do in the first run. */
const indispensable = [
  ['widgets', 'update', 1],
  ['assets', 'delete', 1],
  ['api_keys', 'delete', 2],
  ['projects', 'delete', 6],
] as const

t.test('a missing trigger is detected', async (t) => {
  for (const [table, event, seed] of indispensable) {
    const trigger = `${table}_log_${event}`
    await database.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`)
    const { errorInstance, numRuns } = await runs({ numRuns: 100, seed })
    t.type(errorInstance, Forgotten, `${trigger}, by run ${numRuns}`)
    await database.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${trigger}`)
  }
})
