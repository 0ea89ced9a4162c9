import { mkdirSync, writeFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { findAccount } from '../../src/backends/postgres/account.js'
import { checkCluster, localeOptions } from '../../src/backends/postgres/cluster.js'

t.test('the account is the first of the names that exists', async (t) => {
  const passwd = [
    'root:x:0:0:root:/root:/bin/bash',
    'nobody:x:65534:65533:nobody:/nonexistent:/bin/false',
    'postgres-exporter:x:5:5::/:/bin/false',
  ].join('\n')
  t.same(findAccount(passwd, ['postgres', 'nobody']), { name: 'nobody', uid: 65534, gid: 65533 })
  t.equal(findAccount(passwd, ['postgres']), null)
})

t.test('a data folder must be complete and of the server’s version', async (t) => {
  const folder = t.testdir({ PG_VERSION: '15\n' })
  t.throws(() => checkCluster(folder, 15), {
    message: `${folder} is not a complete Postgres data folder; \`npm start -- --reset\` starts with empty data`,
  })
  mkdirSync(`${folder}/global`)
  writeFileSync(`${folder}/global/pg_control`, '')
  t.doesNotThrow(() => checkCluster(folder, 15))
  t.throws(() => checkCluster(folder, 18), {
    message: /made by Postgres 15, but the server found is Postgres 18; .*--reset/,
  })
})

t.test('the locale supports Unicode case mapping where available', async (t) => {
  t.same(localeOptions(15, 'linux'), ['--locale=C.UTF-8'])
  t.same(localeOptions(16, 'darwin'), ['--locale=C'])
  t.match(localeOptions(18, 'darwin').join(' '), '--builtin-locale=C.UTF-8')
})
