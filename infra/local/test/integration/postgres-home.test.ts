import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from '@vitrine/testing/t'
import { serverAccount } from '../../src/backends/postgres/account.js'
import { openHome, removeOutsideHome } from '../../src/backends/postgres/home.js'

const account = serverAccount()

/**
 * Parent of the data folders. As root it is not accessible to Postgres’ account, so homes are
 * outside of it.
 */
function makeParent(t: Test): string {
  const parent = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  t.teardown(() => rmSync(parent, { recursive: true }))
  return parent
}

/** Opens the home of a data folder, which is created if missing. */
function open(t: Test, dataDir: string, lines: string[] = []): string {
  mkdirSync(dataDir, { recursive: true })
  const home = openHome(dataDir, account, (line) => lines.push(line))
  t.teardown(() => existsSync(dataDir) && removeOutsideHome(dataDir))
  return home
}

const mark = (home: string) => writeFileSync(join(home, 'mark'), 'data')
const isMarked = (home: string) => existsSync(join(home, 'mark'))

t.test('a data folder keeps its home', async (t) => {
  const dataDir = join(makeParent(t), 'data')
  const home = open(t, dataDir)
  mark(home)
  const lines: string[] = []
  t.equal(open(t, dataDir, lines), home)
  t.ok(isMarked(home))
  t.same(lines, [])
})

t.test('a folder that was deleted and recreated has none of its former data', async (t) => {
  const dataDir = join(makeParent(t), 'data')
  const former = open(t, dataDir)
  mark(former)
  rmSync(dataDir, { recursive: true })
  const lines: string[] = []
  const home = open(t, dataDir, lines)
  t.notOk(isMarked(home))
  t.notOk(isMarked(former))
  t.equal(
    lines.join(),
    account === null
      ? ''
      : `deleted ${former}: the database of a folder that was at ${dataDir} before`,
  )
})

t.test('a moved folder keeps its data', async (t) => {
  const parent = makeParent(t)
  mark(open(t, join(parent, 'data')))
  renameSync(join(parent, 'data'), join(parent, 'moved'))
  t.ok(isMarked(open(t, join(parent, 'moved'))))
  // The former path now belongs to another folder.
  t.notOk(isMarked(open(t, join(parent, 'data'))))
  t.ok(isMarked(open(t, join(parent, 'moved'))))
})

t.test('a copy gets its own home, and so does another clone', async (t) => {
  const parent = makeParent(t)
  const original = open(t, join(parent, 'data'))
  mark(original)
  cpSync(join(parent, 'data'), join(parent, 'copy'), { recursive: true })
  const homes = ['data', 'copy', 'clone', 'copy'].map((name) => open(t, join(parent, name)))
  t.equal(homes[0], original)
  t.equal(homes[1], homes[3])
  t.equal(new Set(homes).size, 3)
  t.ok(isMarked(original))
})

t.test('a lost database is reported', async (t) => {
  const dataDir = join(makeParent(t), 'data')
  const home = open(t, dataDir)
  rmSync(home, { recursive: true })
  const lines: string[] = []
  t.ok(existsSync(open(t, dataDir, lines)))
  t.equal(lines.length, account === null ? 0 : 1)
})

// Only root starts Postgres as another user, who may lack access.
if (account !== null) {
  t.test('a database with a running server is not deleted', async (t) => {
    const dataDir = join(makeParent(t), 'data')
    const former = open(t, dataDir)
    const cluster = join(former, 'cluster')
    mkdirSync(cluster)
    writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n`)
    const cwd = process.cwd()
    rmSync(dataDir, { recursive: true })
    process.chdir(cluster)
    t.throws(() => open(t, dataDir), {
      message: new RegExp(`still runs \\(process ${process.pid},`),
    })
    process.chdir(cwd)
    t.doesNotThrow(() => open(t, dataDir))
  })

  t.test('a database in a folder that Postgres can no longer enter is rejected', async (t) => {
    const dataDir = join(makeParent(t), 'data')
    mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
    t.throws(() => open(t, dataDir), { message: /cannot be reached by the user .*\(chmod o\+x/ })
    t.ok(existsSync(join(dataDir, 'postgres/cluster')))
  })
}
