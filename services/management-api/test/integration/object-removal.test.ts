import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assetObjects, projectObjects, renditionObject } from '@vitrine/contracts'
import { recipe } from '@vitrine/imaging'
import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { jobRepository } from '../../src/queue/repository.js'
import { createJobRunner } from '../../src/queue/runner.js'
import { removeAssets } from '../../src/removal/remove-assets.js'
import { removeObjects, settlingSeconds } from '../../src/removal/remove-objects.js'
import { discardUpload } from '../../src/resources/assets/upload/discard.js'
import { removeProject } from '../../src/resources/projects/removal.js'
import { build } from '../build.js'
import { createProject, createWidget, register, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { ownDatabase } from '../own-database.js'
import { recordStore } from '../recording-store.js'

// A separate database, so that no other suite's instance runs the jobs.
const DATABASE_URL = await ownDatabase(t)
let onWrite = async (_line: string) => {}
const recorder = await recordStore(t, (line) => onWrite(line))
const app = await build(t, { DATABASE_URL, S3_ENDPOINT: recorder.endpoint })
const database = openDatabase(t, DATABASE_URL)
const store = openStore()
const owner = await register(app)
const urgent = {
  [removeObjects.kind]: removeObjects.handler(store),
  [discardUpload.kind]: discardUpload.handler(database, store),
  [removeAssets.kind]: removeAssets.handler(database, store),
}
const runner = createJobRunner({ queue: jobRepository(database), urgent, log: app.log })

const file = join(t.testdir({}), 'late')
await writeFile(file, 'x')
const putLate = (key: string) => store.putFile(key, file, 1, 'image/webp')
const keysOf = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key)
/** Waits until the objects are removed: the service continues after its answer. */
const untilEmpty = (prefix: string) => until(async () => (await keysOf(prefix)).length === 0)
const removalsOf = (prefix: string) =>
  database.job.findMany({
    where: { kind: removeObjects.kind, payload: { path: ['prefix'], equals: prefix } },
  })
/** The job of the second removal, once the first has run. */
const lastRemovalOf = async (prefix: string) => {
  await until(async () => (await removalsOf(prefix)).every(({ payload }) => isLast(payload)))
  return removalsOf(prefix)
}
const isLast = (payload: unknown) => (payload as { isLast?: boolean }).isLast === true

t.test('an object stored just after the removal is removed by the second one', async (t) => {
  const { id: projectId } = await createProject(owner)
  const url = `/api/projects/${projectId}`
  const one = await upload(owner, projectId)
  await upload(owner, projectId)

  const deletions: [what: string, run: () => Promise<{ statusCode: number }>, prefix: string][] = [
    ['an asset', () => owner.delete(`${url}/assets/${one.id}`), assetObjects(projectId, one.id)],
    ['a project', () => owner.delete(url), projectObjects(projectId)],
  ]
  for (const [what, run, prefix] of deletions) {
    const before = Date.now()
    t.ok((await run()).statusCode < 300, what)
    await untilEmpty(prefix)
    const [job, ...others] = await lastRemovalOf(prefix)
    const late = `${prefix}late`
    await putLate(late)
    t.ok(Number(job?.runAt) >= before + settlingSeconds * 1000, `${what}: after the settling time`)
    t.same(others, [])
    await runner.runNow(job?.id ?? '')
    t.same(await keysOf(prefix), [], `${what}: including late objects`)
    t.same(await removalsOf(prefix), [])
  }
})

t.test('an asset deleted while its renditions are rendered leaves no objects', async (t) => {
  const { id: projectId } = await createProject(owner)
  const content = await jpeg({ width: 1000, height: 700 })
  const asset = await upload(owner, projectId, { content })
  const widget = await createWidget(owner, projectId, { assetIds: [asset.id] })
  const prefix = assetObjects(projectId, asset.id)
  recorder.written.length = 0
  onWrite = async (line) => {
    // The second rendition is being rendered, and is stored after the removal.
    if (!line.includes('/renditions/') || recorder.written.length !== 2) return
    await owner.delete(`/api/projects/${projectId}/assets/${asset.id}`)
    await lastRemovalOf(prefix)
  }
  await owner.put(`/api/projects/${projectId}/widgets/${widget.id}/publish`)
  await until(async () => (await removalsOf(prefix)).length === 1)
  await until(
    async () => (await database.job.count({ where: { kind: { startsWith: 'prepare-' } } })) === 0,
  )
  onWrite = async () => {}

  const late = renditionObject(projectId, asset.id, recipe, '320x224.webp.q77')
  t.same(await keysOf(prefix), [late], 'only the rendition in progress was stored')
  const [job] = await removalsOf(prefix)
  await runner.runNow(job?.id ?? '')
  t.same(await keysOf(prefix), [])
})

t.test('an abandoned upload is removed twice as well', async (t) => {
  const { id: projectId } = await createProject(owner)
  const asset = crypto.randomUUID()
  const prefix = assetObjects(projectId, asset)
  const discard = await discardUpload.schedule(database, projectId, asset)
  await putLate(`${prefix}original`)
  await runner.runNow(discard)
  t.same(await keysOf(prefix), [])
  await putLate(`${prefix}mezzanine-1024`)
  const [job] = await removalsOf(prefix)
  await runner.runNow(job?.id ?? '')
  t.same(await keysOf(prefix), [])
  t.same(await removalsOf(prefix), [])
})

t.test('an upload that was suspended until its job was taken creates no row', async (t) => {
  const { id: projectId } = await createProject(owner)
  onWrite = async (line) => {
    if (!line.startsWith('PUT ')) return
    const assetId = line.split('/').at(-2) ?? ''
    const job = await database.job.findFirstOrThrow({
      where: { kind: discardUpload.kind, payload: { path: ['assetId'], equals: assetId } },
    })
    // A worker has taken the job and is about to check for the row.
    await database.job.update({ where: { id: job.id }, data: { attempts: 1 } })
  }
  const parts = [{ name: 'file', filename: 'photo.jpg', content: await jpeg() }]
  const response = await owner.postParts(`/api/projects/${projectId}/assets`, parts)
  onWrite = async () => {}
  isError(t, response, 503, 'OVERLOADED')
  t.equal(await database.asset.count({ where: { projectId } }), 0)
  // The worker has died, and its lease has expired.
  await database.job.updateMany({
    where: { kind: discardUpload.kind, attempts: 1 },
    data: { runAt: new Date() },
  })
  await untilEmpty(projectObjects(projectId))
})

t.test('objects of a partially deleted project are removed, too', async (t) => {
  const project = await createProject(owner)
  const assets = []
  for (let i = 0; i < 3; i++) assets.push(await upload(owner, project.id))
  const [gone, alsoGone, kept] = assets.map(({ id }) => id)
  const schedule = () =>
    database.transaction((tx) =>
      removeAssets.scheduleLast(tx, project.id, [gone ?? '', alsoGone ?? '']),
    )

  await schedule()
  const where = {
    kind: removeAssets.kind,
    payload: { path: ['projectId'], equals: project.id },
  }
  const job = await database.job.findFirstOrThrow({ where })
  t.ok(job.runAt.getTime() > Date.now() + (settlingSeconds - 60) * 1000)
  await runner.runNow(job.id)
  const left = await keysOf(projectObjects(project.id))
  t.ok(left.length > 0)
  t.ok(left.every((key) => key.startsWith(assetObjects(project.id, kept ?? ''))))
  t.equal(await database.job.count({ where }), 0)

  // If the deletion had finished, the removal for the whole project would cover them.
  await schedule()
  await database.transaction((tx) => removeProject(tx, owner.organizationId, project.id))
  const [later] = await database.job.findMany({ where })
  await runner.runNow(later?.id ?? '')
  t.same(await keysOf(projectObjects(project.id)), left)
  t.equal(await database.job.count({ where }), 0)
})
