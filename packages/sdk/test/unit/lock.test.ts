import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { privateFile } from '../../src/node/index.js'
import { tryLock } from '../../src/node/lock.js'

const noProcess = 2 ** 22 + 1

t.test('a lock has the pid of its owner, and others learn it', async (t) => {
  const path = join(t.testdir(), 'lock')
  const lock = await tryLock(path)
  t.match(await readFile(path, 'utf8'), new RegExp(`^${process.pid} `))
  t.same(await tryLock(path), { pid: process.pid })
  if ('release' in lock) await lock.release()
  t.match(await tryLock(path), { release: Function })
})

t.test('of many callers, one takes over the lock of a process that was killed', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'lock')
  await writeFile(path, `${noProcess} x`)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => tryLock(path)))
  t.equal(outcomes.filter((outcome) => 'release' in outcome).length, 1)
  t.same(await readdir(folder), ['lock'])
})

t.test(
  'an old lock of a running process is taken over, and its owner leaves the new one',
  async (t) => {
    const path = join(t.testdir(), 'lock')
    const old = await tryLock(path)
    const before = new Date(Date.now() - 60_000)
    await utimes(path, before, before)
    t.match(await tryLock(path, 3_600_000), { pid: process.pid })
    t.match(await tryLock(path, 30_000), { release: Function })
    if ('release' in old) await old.release()
    t.match(await tryLock(path), { pid: process.pid })
  },
)

t.test('a guard that was left behind is removed', async (t) => {
  const path = join(t.testdir(), 'lock')
  await writeFile(path, String(noProcess))
  await writeFile(`${path}.guard`, String(noProcess))
  const before = new Date(Date.now() - 60_000)
  await utimes(`${path}.guard`, before, before)
  t.match(await tryLock(path), { release: Function })
})

t.test('a private file does not wait for a process that was killed', async (t) => {
  const path = join(t.testdir(), 'file.json')
  await writeFile(`${path}.lock`, `${noProcess} x`)
  const file = privateFile<number>(path)
  t.equal(await file.exclusive(async () => 'done'), 'done')
})
