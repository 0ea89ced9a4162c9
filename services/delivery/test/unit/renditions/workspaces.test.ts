import { access, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t, { type Test } from '@vitrine/testing/t'
import { Workspaces } from '../../../src/renditions/workspaces.js'
import { deferred } from '../../deferred.js'

function open(t: Test, roots: readonly string[]) {
  const warnings: unknown[] = []
  const workspaces = new Workspaces({ roots, warn: (error) => warnings.push(error) })
  t.teardown(() => workspaces.close())
  return { use: workspaces.use.bind(workspaces), warnings }
}

const isThere = async (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const untilGone = async (path: string) => {
  while (await isThere(path)) await setImmediate()
}
const full = () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })

t.test('every task has a separate empty folder, which is removed after it', async (t) => {
  const { use } = open(t, [t.testdir()])
  const folders = await Promise.all(
    [1, 2].map(() =>
      use(async ({ folder }) => {
        t.same(await readdir(folder), [])
        await writeFile(join(folder, 'file'), 'x')
        return folder
      }),
    ),
  )
  t.equal(new Set(folders).size, 2)
  for (const folder of folders) await untilGone(folder)
  const failed: string[] = []
  const failing = use(async ({ folder }) => {
    failed.push(folder)
    throw new Error('broken')
  })
  await t.rejects(failing, { message: 'broken' })
  await untilGone(failed[0] ?? '')
})

t.test('a pending promise keeps the folder', async (t) => {
  const { use } = open(t, [t.testdir()])
  const sent = deferred<void>()
  const folder = await use(async (workspace) => {
    workspace.keepUntil(sent.promise)
    return workspace.folder
  })
  await setImmediate()
  t.ok(await isThere(folder))
  sent.reject(new Error('not sent'))
  await untilGone(folder)
})

t.test('if the disk fails, the task is restarted in the next folder', async (t) => {
  const below = t.testdir({ full: {}, file: '', good: {} })
  const roots = ['full', 'file/below', 'good'].map((name) => join(below, name))
  const { use, warnings } = open(t, roots)
  const task = () =>
    use(async ({ folder }) => {
      if (folder.startsWith(join(below, 'full'))) throw full()
      return folder
    })
  for (let i = 0; i < 3; i += 1) t.ok((await task()).startsWith(join(below, 'good')))
  t.equal(warnings.length, 2, 'each is logged once')
})

t.test('a disk error of another process is recognized by its message', async (t) => {
  const { use } = open(t, [t.testdir({ one: {} }), t.testdirName])
  let tries = 0
  await use(async () => {
    tries += 1
    if (tries === 1) throw new Error('ENOSPC: no space left on device, write')
  })
  t.equal(tries, 2)
})

t.test('other errors, and errors in the last folder, are not retried', async (t) => {
  const { use } = open(t, [t.testdir({ one: {}, two: {} }), join(t.testdirName, 'two')])
  let tries = 0
  const fail = (error: Error) =>
    use(async () => {
      tries += 1
      throw error
    })
  await t.rejects(fail(new Error('broken')), { message: 'broken' })
  t.equal(tries, 1)
  await t.rejects(fail(full()), { code: 'ENOSPC' })
  t.equal(tries, 3)
})

t.test('a removed folder is created again', async (t) => {
  const root = t.testdir()
  const { use } = open(t, [root, t.testdirName])
  await use(async () => undefined)
  await rm(root, { recursive: true })
  const folder = () => use(async ({ folder }) => folder)
  t.ok(await folder())
  t.ok(await folder())
})
