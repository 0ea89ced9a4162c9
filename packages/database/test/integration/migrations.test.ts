import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from '@vitrine/testing/t'
import { ownDatabase } from '../own-database.js'
import { connect } from '../rls/tenants.js'

/** The migration job. @returns what it printed. */
async function migrate(databaseUrl: string): Promise<string> {
  const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  return stdout
}

const rename = 'UPDATE _prisma_migrations SET migration_name = $1'
const history = 'SELECT * FROM _prisma_migrations'

t.test('a database with the migrations of an older version is refused unchanged', async (t) => {
  const { url } = await ownDatabase(t)
  const owner = await connect(t, url)
  const isRefused = async (first: string) => {
    const { rows } = await owner.query(history)
    await t.rejects(migrate(url), {
      code: 1,
      stdout: '',
      stderr: `migrate: the database was made by an older version, whose migrations (${first}, …) this one does not continue: "npm start -- --reset" begins again with empty data, and a database of your own has to be replaced by an empty one; nothing was changed\n`,
    })
    t.same((await owner.query(history)).rows, rows)
  }
  const { rows } = await owner.query('SELECT migration_name FROM _prisma_migrations')
  await owner.query("UPDATE _prisma_migrations SET checksum = 'of other statements'")
  await isRefused(rows[0].migration_name)
  await owner.query(rename, ['20261121000000_init'])
  await isRefused('20261121000000_init')
})

t.test('migrations of the next release do not stop the job of the previous one', async (t) => {
  const { url } = await ownDatabase(t)
  const owner = await connect(t, url)
  await owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('next', '', '29991231000000_next', now(), 1)`,
  )
  t.equal(await migrate(url), 'the database is up to date\n')
})

t.test('a job that cannot log in says at which server, and what it answers', async (t) => {
  const url = new URL((await ownDatabase(t)).url)
  url.username = 'nobody'
  await t.rejects(migrate(url.href), {
    code: 1,
    stderr: new RegExp(`^migrate: cannot connect to Postgres at ${url.host}: .*"nobody"`),
  })
  await t.rejects(migrate('postgres'), {
    code: 1,
    stderr: 'migrate: DATABASE_URL is not an address that begins with postgresql://\n',
  })
})
