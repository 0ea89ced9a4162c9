import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureLogins } from '@vitrine/prisma/logins'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import pg from 'pg'
import { connect } from '../rls/tenants.js'

const { databaseUrl } = backends()

/** The migration job for the database of the run, which is already migrated. */
async function runJob(variables: Record<string, string>): Promise<string> {
  const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...variables }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  return stdout.trim()
}

/** A URL with a new role, which is dropped with the test. */
async function newLogin(t: Test) {
  const name = `vitrine_test_${randomBytes(8).toString('hex')}`
  const owner = await connect(t, databaseUrl)
  t.teardown(() => owner.query(`DROP ROLE IF EXISTS ${name}`))
  const urlWith = (password: string): string => {
    const url = new URL(databaseUrl)
    url.username = name
    url.password = password
    return url.href
  }
  return { name, urlWith }
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

t.test('the job creates the role of a URL, once', async (t) => {
  const { name, urlWith } = await newLogin(t)
  const job = { MANAGEMENT_DATABASE_URL: urlWith('first') }
  t.equal(await runJob(job), `the role ${name} can log in`)
  const login = await connect(t, urlWith('first'))
  const { rows } = await login.query(
    "SELECT pg_has_role('vitrine_management', 'USAGE') AS management, pg_has_role('vitrine_delivery', 'MEMBER') AS delivery",
  )
  t.same(rows, [{ management: true, delivery: false }])
  t.equal(await runJob(job), 'the database is up to date')
})

t.test('the job takes temporary tables from all but the owner', async (t) => {
  const { name, urlWith } = await newLogin(t)
  await runJob({ MANAGEMENT_DATABASE_URL: urlWith('first') })
  const login = await connect(t, urlWith('first'))
  for (const role of [name, 'vitrine_request']) {
    await login.query(`SET ROLE ${role}`)
    await t.rejects(login.query('CREATE TEMPORARY TABLE x ()'), /permission denied/, role)
  }
})

t.test('a new password in the URL becomes that of the role', async (t) => {
  const { name, urlWith } = await newLogin(t)
  await ensureLogins(databaseUrl, { DELIVERY_DATABASE_URL: urlWith('before') })
  t.same(await ensureLogins(databaseUrl, { DELIVERY_DATABASE_URL: urlWith('after') }), [name])
  t.equal(await canLogIn(urlWith('after')), true)
})

t.test('concurrent jobs create one role', async (t) => {
  const { urlWith } = await newLogin(t)
  const url = urlWith('same')
  await Promise.all([1, 2, 3].map(() => ensureLogins(databaseUrl, { DELIVERY_DATABASE_URL: url })))
  t.equal(await canLogIn(url), true)
})

t.test('an invalid URL is rejected by the name of its setting', async (t) => {
  const named = (username: string, password: string): string => {
    const url = new URL(databaseUrl)
    Object.assign(url, { username, password })
    return url.href
  }
  const cases = [
    ['mysql', /MANAGEMENT_DATABASE_URL: it is not an address/],
    [named('vitrine_x', ''), /MANAGEMENT_DATABASE_URL: it has to name a user and a password/],
    [named(new URL(databaseUrl).username, 'x'), /another user than DATABASE_URL/],
    [named('pg_x', 'a b'), /visible ASCII/],
  ] as const
  for (const [url, message] of cases) {
    await t.rejects(
      ensureLogins(databaseUrl, { MANAGEMENT_DATABASE_URL: url }),
      { message },
      String(message),
    )
  }
})

t.test('the password of an administrator’s role is not changed', async (t) => {
  const { name, urlWith } = await newLogin(t)
  const owner = await connect(t, databaseUrl)
  await owner.query(`CREATE ROLE ${name} LOGIN CREATEROLE`)
  await t.rejects(ensureLogins(databaseUrl, { DELIVERY_DATABASE_URL: urlWith('mine') }), {
    message: /is the role of an administrator/,
  })
})
