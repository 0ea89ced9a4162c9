import { assetObjects, originalObject } from '@vitrine/contracts'
import { jpeg, until, untilReady } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { removeObjects } from '../../src/removal/remove-objects.js'
import { attemptJob } from '../attempt-job.js'
import { build } from '../build.js'
import { createClient, createWidget, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { ownRedisUrl } from '../events.js'
import { uploadsBelow } from '../files-below.js'
import { createScene } from '../scene.js'

const uploadDir = t.testdir({})
const { app, owner, project } = await createScene(t)
const assetUrl = `/api/projects/${project.id}/assets`

/** Another instance, whose store refuses every connection. */
const cutOff = await build(t, {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  UPLOAD_DIR: uploadDir,
  // Otherwise it learns that others reach their store, and is not ready.
  REDIS_URL: ownRedisUrl(8),
})
const client = createClient(cutOff, owner.token)
const database = openDatabase(t)
const store = openStore()

t.test('without the store the service is ready and reports the problem', async (t) => {
  for (const path of ['/readyz', '/api/readyz']) {
    const ready = await untilReady(() => client.get(path))
    t.match(ready.json(), {
      status: 'ready',
      checks: { database: 'up', store: 'down' },
      reasons: { store: /^unreachable: ECONNREFUSED\. .*S3_ENDPOINT/ },
    })
    t.notMatch(ready.body, /127\.0\.0\.1/)
  }
})

t.test('without the store an upload is 503 and leaves neither row nor file', async (t) => {
  const file = { name: 'file', filename: 'photo.jpg', content: await jpeg() }
  const response = await client.postParts(assetUrl, [file])
  isError(t, response, 503, 'STORE_UNAVAILABLE')
  t.match(response.headers['retry-after'], /^[1-9]\d*$/)
  t.notMatch(response.body, /127\.0\.0\.1|ECONNREFUSED/)
  t.equal(await database.asset.count({ where: { projectId: project.id } }), 0)
  t.same(await uploadsBelow(uploadDir), [])
})

t.test('without the store every other call works', async (t) => {
  const { id } = await upload(owner, project.id)
  t.equal((await client.put(`${assetUrl}/${id}`, { altText: 'A dune' })).statusCode, 200)
  t.equal((await client.get(assetUrl)).json().totalElements, 1)
  const widget = await createWidget(client, project.id, { assetIds: [id] })
  const publish = `/api/projects/${project.id}/widgets/${widget.id}/publish`
  t.equal((await client.put(publish)).statusCode, 200)
  const unpublish = `/api/projects/${project.id}/widgets/${widget.id}/unpublish`
  t.equal((await client.put(unpublish)).statusCode, 200)
  const key = await client.post(`/api/projects/${project.id}/api-keys`, { name: 'Key' })
  t.equal(key.statusCode, 201)
  const revoke = `/api/projects/${project.id}/api-keys/${key.json().id}`
  t.equal((await client.delete(revoke)).statusCode, 204)
})

t.test('without the store a delete is 204, and the objects are removed later', async (t) => {
  const { id } = await upload(owner, project.id)
  const original = originalObject(project.id, id)
  const response = await client.delete(`${assetUrl}/${id}`)
  t.equal(response.statusCode, 204)
  const where = { payload: { path: ['prefix'], equals: assetObjects(project.id, id) } }
  const failed = { ...where, lastError: { not: null } }
  await until(async () => (await database.job.count({ where: failed })) === 1)
  const jobs = await database.job.findMany({ where })
  t.match(jobs, [{ kind: removeObjects.kind, attempts: 1, lastError: /store is out of reach/ }])
  t.ok(await store.read(original), 'the object still exists')
  t.equal((await owner.get(`${assetUrl}/${id}`)).statusCode, 404, 'the asset is gone')

  const handlers = { [removeObjects.kind]: removeObjects.handler(store) }
  const [job] = jobs
  await attemptJob({ database, handlers, log: app.log }, job?.id ?? '')
  t.equal(await store.read(original), null)
  t.equal(await database.job.count({ where: { id: job?.id ?? '' } }), 0)
})
