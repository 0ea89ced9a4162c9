import { createServer } from 'node:http'
import { renditionObjects } from '@vitrine/contracts'
import { jpeg, until } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, createProject, createWidget, register, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'

const DATABASE_URL = await ownDatabase(t)
const database = openDatabase(t, DATABASE_URL)
const app = await build(t, { DATABASE_URL })
const owner = await register(app)
const { id: projectId } = await createProject(owner)
const asset = await upload(owner, projectId, { content: await jpeg({ width: 300 }) })
const first = await createWidget(owner, projectId, { assetIds: [asset.id] })
const second = await createWidget(owner, projectId, { assetIds: [asset.id] })
// So that only the instances below run its jobs.
await app.close()

const urlOf = ({ id }: { id: string }) => `/api/projects/${projectId}/widgets/${id}/publish`
const assetJob = () => database.job.findFirst({ where: { kind: 'prepare-asset' } })

t.test('publishing does not wait for a silent store', async (t) => {
  let requests = 0
  const silent = createServer(() => {
    requests += 1
  })
  const S3_ENDPOINT = `http://127.0.0.1:${await listening(t, silent)}`
  const hung = await build(t, { DATABASE_URL, S3_ENDPOINT })
  t.equal((await createClient(hung, owner.token).put(urlOf(first))).statusCode, 200)
  await until(async () => requests > 0 && (await assetJob())?.attempts === 1)
  t.match(await assetJob(), { lastError: null }, 'the job is still waiting for the store')
  silent.close()
  silent.closeAllConnections()
  await until(async () => (await assetJob())?.lastError != null)
  await hung.close()
  await database.job.deleteMany()
})

t.test('publishing succeeds without the store, and the job runs later', async (t) => {
  const cutOff = await build(t, { DATABASE_URL, S3_ENDPOINT: 'http://127.0.0.1:1' })
  t.equal((await createClient(cutOff, owner.token).put(urlOf(second))).statusCode, 200)
  await until(async () => (await assetJob())?.lastError != null)
  t.match(await assetJob(), { lastError: /store is out of reach/ })
  await cutOff.close()

  await build(t, { DATABASE_URL })
  await database.job.updateMany({ data: { runAt: new Date() } })
  await until(async () => (await assetJob()) === null)
  const made = await openStore().list(renditionObjects(projectId, asset.id))
  t.equal(made.length, 2)
})
