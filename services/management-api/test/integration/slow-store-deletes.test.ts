import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assetObjects, originalObject, projectObjects } from '@vitrine/contracts'
import { jpeg, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { removeAssets } from '../../src/removal/remove-assets.js'
import { settlingSeconds } from '../../src/removal/remove-objects.js'
import { discardUpload } from '../../src/resources/assets/upload/discard.js'
import { addAssetRows } from '../asset-rows.js'
import { attemptJob } from '../attempt-job.js'
import { build } from '../build.js'
import { createProject, register, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { ownDatabase } from '../own-database.js'
import { recordStore } from '../recording-store.js'

/*
 * The store does not answer while it is held. Its timeout exceeds that of the tests, so an answer of the
 * service cannot have waited for it.
 */
const DATABASE_URL = await ownDatabase(t)
let onWrite = async (_line: string) => {}
const way = await recordStore(t, (line) => onWrite(line))
const STORE_TIMEOUT_MS = 3_600_000
const app = await build(t, { DATABASE_URL, S3_ENDPOINT: way.endpoint, STORE_TIMEOUT_MS })
t.teardown(() => way.release())
const database = openDatabase(t, DATABASE_URL)
const store = openStore()
const owner = await register(app)

const keysOf = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key)
const isEmpty = async (prefix: string) => (await keysOf(prefix)).length === 0
t.afterEach(() => way.release())

/** Assets as rows only; the first ones have an object in the store. */
async function assets(t: Test, projectId: string, count: number, storedCount = count) {
  const ids = await addAssetRows(database, projectId, count)
  const path = join(t.testdir({}), 'object')
  await writeFile(path, 'x')
  for (const id of ids.slice(0, storedCount))
    await store.putFile(originalObject(projectId, id), path, 1, 'image/jpeg')
  return ids
}

t.test('500 assets are deleted in bulk while the store is silent', async (t) => {
  const { id: projectId } = await createProject(owner)
  const assetIds = await assets(t, projectId, 500, 40)
  way.hold()
  const url = `/api/projects/${projectId}/assets`
  const response = await owner.post(`${url}/bulk`, { action: 'delete', assetIds })
  t.equal(response.statusCode, 200)
  t.equal((await owner.get(url)).json().totalElements, 0)
  t.equal((await keysOf(projectObjects(projectId))).length, 40, 'no object has been removed yet')
  way.release()
  await until(() => isEmpty(projectObjects(projectId)))
})

t.test('a project and an organization are deleted while the store is silent', async (t) => {
  const stranger = await register(app)
  const projects = [await createProject(stranger), await createProject(stranger)]
  for (const { id } of projects) await upload(stranger, id)
  way.hold()
  const [first, second] = projects.map(({ id }) => id)
  t.equal((await stranger.delete(`/api/projects/${first}`)).statusCode, 204)
  const organization = `/api/organizations/${stranger.organizationId}`
  t.equal((await stranger.delete(organization)).statusCode, 204)
  for (const id of [first ?? '', second ?? '']) t.notOk(await isEmpty(projectObjects(id)))
  way.release()
  for (const id of [first ?? '', second ?? '']) await until(() => isEmpty(projectObjects(id)))
})

t.test('an abandoned upload is rejected while the store is silent', async (t) => {
  const { id: projectId } = await createProject(owner)
  onWrite = async () => {
    // A worker has taken the job, so the row must not be created.
    await database.job.updateMany({ where: { kind: discardUpload.kind }, data: { attempts: 1 } })
    onWrite = async () => way.hold()
  }
  const parts = [
    { name: 'file', filename: 'a.jpg', content: await jpeg({ width: 1500, height: 1100 }) },
  ]
  const response = await owner.postParts(`/api/projects/${projectId}/assets`, parts)
  onWrite = async () => {}
  isError(t, response, 503, 'OVERLOADED')
  t.notOk(await isEmpty(projectObjects(projectId)))
  way.release()
  // The worker has died, and its lease has expired.
  await database.job.updateMany({
    where: { kind: discardUpload.kind, attempts: 1 },
    data: { runAt: new Date() },
  })
  await until(() => isEmpty(projectObjects(projectId)))
})

const jobsOf = (projectId: string) =>
  database.job.findMany({
    where: { kind: removeAssets.kind, payload: { path: ['projectId'], equals: projectId } },
  })

/**
 * Waits for the jobs of the earlier tests, except second removals, which are due later. One that failed is
 * due at once, and not after minutes.
 */
async function otherJobsAreDone() {
  const soon = new Date(Date.now() + (settlingSeconds * 1000) / 2)
  await until(async () => {
    await database.job.updateMany({
      where: { runAt: { gt: new Date(), lt: soon }, lastError: { not: null } },
      data: { runAt: new Date() },
    })
    return (await database.job.count({ where: { runAt: { lt: soon } } })) === 0
  })
}

t.test('many assets are removed with few calls, and again after the settling time', async (t) => {
  const { id: projectId } = await createProject(owner)
  const assetIds = await assets(t, projectId, 100)
  await otherJobsAreDone()
  const before = Date.now()
  way.hold(projectId)
  way.lists.length = 0
  way.written.length = 0
  await owner.post(`/api/projects/${projectId}/assets/bulk`, { action: 'delete', assetIds })
  await until(async () => way.waiting() === 32)
  t.equal(way.mostAtOnce(), 32, 'the maximum number of concurrent lists')
  way.release()
  await until(() => isEmpty(projectObjects(projectId)))
  await until(async () => (await jobsOf(projectId)).length === 1)
  t.equal(way.lists.length, 100)
  t.ok(way.written.length <= 4, `${way.written.length} removals`)

  const [last] = await jobsOf(projectId)
  t.ok(Number(last?.runAt) >= before + settlingSeconds * 1000)
  const late = originalObject(projectId, assetIds.at(-1) ?? '')
  const path = join(t.testdir({}), 'late')
  await writeFile(path, 'x')
  await store.putFile(late, path, 1, 'image/jpeg')
  await database.job.update({ where: { id: last?.id ?? '' }, data: { runAt: new Date() } })
  await until(() => isEmpty(late))
  await until(async () => (await jobsOf(projectId)).length === 0)
})

t.test('an asset that cannot be removed does not prevent the removal of the others', async (t) => {
  const { id: projectId } = await createProject(owner)
  const [stuck = '', ...others] = await assets(t, projectId, 40)
  let isStuck = true
  const stubborn = {
    ...store,
    list: async (prefix: string) => {
      if (isStuck && prefix === assetObjects(projectId, stuck)) throw new Error('stuck')
      return store.list(prefix)
    },
  }
  const handlers = { [removeAssets.kind]: removeAssets.handler(database, stubborn) }
  const attempt = () => attemptJob({ database, handlers, log: app.log }, id)
  const id = await database.transaction((tx) =>
    removeAssets.schedule(tx, projectId, [stuck, ...others]),
  )
  await attempt()
  t.same(await keysOf(projectObjects(projectId)), [originalObject(projectId, stuck)])
  t.match(await database.job.findUnique({ where: { id } }), { lastError: /stuck/, attempts: 1 })

  isStuck = false
  await attempt()
  t.ok(await isEmpty(projectObjects(projectId)), 'the removal is retried')
  t.equal(await database.job.findUnique({ where: { id } }), null)
})

t.test('a removal interrupted by the death of its worker is finished by another', async (t) => {
  const { id: projectId } = await createProject(owner)
  const ids = await assets(t, projectId, 3)
  const id = await database.transaction((tx) => removeAssets.schedule(tx, projectId, ids))
  await store.remove([originalObject(projectId, ids[0] ?? '')])
  // The dead worker removed some of the objects, and its lease has expired.
  await database.job.update({ where: { id }, data: { attempts: 1, runAt: new Date() } })
  await until(() => isEmpty(projectObjects(projectId)))
  await until(async () => (await database.job.findUnique({ where: { id } })) === null)
})
