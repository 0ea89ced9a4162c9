import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { originalObject } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { discardUpload } from '../../src/resources/assets/upload/discard.js'
import { build } from '../build.js'
import { createProject, register, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'

t.test('an object without a row is removed, and one with a row is kept', async (t) => {
  const app = await build(t)
  const [database, store] = [openDatabase(t), openStore()]
  const owner = await register(app)
  const { id: projectId } = await createProject(owner)
  const discard = discardUpload.handler(database, store)
  const { signal } = new AbortController()

  const kept = await upload(owner, projectId)
  t.same(await discard({ projectId, assetId: kept.id }, signal), [])
  t.ok(await store.read(originalObject(projectId, kept.id)))

  const orphan = originalObject(projectId, randomUUID())
  const path = join(t.testdir(), 'orphan')
  await writeFile(path, 'x')
  await store.putFile(orphan, path, 1, 'image/png')
  await discard({ projectId, assetId: orphan.split('/').at(-2) }, signal)
  t.equal(await store.read(orphan), null)
})

t.test(
  'the job is due after the longest possible upload, and cancelled when the row is created',
  async (t) => {
    const database = openDatabase(t)
    const id = await discardUpload.schedule(database, randomUUID(), randomUUID())
    const job = await database.job.findUniqueOrThrow({ where: { id } })
    t.ok(job.runAt.getTime() > Date.now() + 10 * 60_000)
    await database.transaction((tx) => discardUpload.cancel(tx, id))
    t.equal(await database.job.findUnique({ where: { id } }), null)
  },
)
