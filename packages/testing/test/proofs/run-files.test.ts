import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backends } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { query } from '../../src/database-copies.js'

const program = join(import.meta.dirname, '../../dist/run-files.js')

t.test('a file that ends with a named pipe does not break what the next one requires', (t) => {
  const cwd = t.testdir({
    store: { node_modules: { a: { 'index.js': "require('b')" }, b: { 'index.js': '' } } },
    node_modules: { a: t.fixture('symlink', '../store/node_modules/a') },
    unit: {
      'first.cjs': `require('./required.cjs')
require('node:child_process').execFileSync('mkfifo', ['pipe'])
require('node:fs').lstatSync('pipe')`,
      'required.cjs': '',
      'second.cjs': "require('a')",
    },
  })
  const { stdout, status } = spawnSync(process.execPath, [program], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TAP: '1', VITRINE_TEST_FILES: 'unit/first.cjs unit/second.cjs' },
  })
  t.equal(status, 0, stdout)
  t.end()
})

t.test('a database that Postgres does not drop fails no test', async (t) => {
  const modules = join(import.meta.dirname, '../../node_modules')
  const cwd = t.testdir({
    node_modules: t.fixture('symlink', modules),
    integration: {
      'kept.cjs': `const pg = require('pg')
const t = require('tap')
t.test('keeps its database', async () => {
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  const name = new URL(process.env.DATABASE_URL).pathname.slice(1)
  await client.query('ALTER DATABASE ' + name + ' IS_TEMPLATE true')
  await client.end()
  require('node:fs').writeFileSync('name', name)
})`,
    },
  })
  const { VITRINE_HAS_OWN_DATABASE: _, ...env } = process.env
  const { stdout, status } = spawnSync(process.execPath, [program], {
    cwd,
    encoding: 'utf8',
    env: { ...env, TAP: '1', VITRINE_TEST_FILES: 'integration/kept.cjs' },
  })
  const name = readFileSync(join(cwd, 'name'), 'utf8')
  t.equal(status, 0, stdout)
  // It is still there.
  await query(backends().databaseUrl, `ALTER DATABASE ${name} IS_TEMPLATE false`)
  await query(backends().databaseUrl, `DROP DATABASE ${name}`)
})
