// Needs a process of its own: it kills the service that it starts.
import { createHash, randomUUID } from 'node:crypto'
import { assetObjects, originalObject } from '@vitrine/contracts'
import { type RunningService, startService } from '@vitrine/local/services'
import { backendSettings, databaseUrlOf, jpeg, multipartBody, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, jwtSecret, publicUrl } from '../build.js'
import { createProject, register, type SentAsset, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'
import { recordStore } from '../recording-store.js'

const DATABASE_URL = await ownDatabase(t)
const [database, store] = [openDatabase(t, DATABASE_URL), openStore()]
let onWrite = async (_line: string) => {}
const recorder = await recordStore(t, (line) => onWrite(line))
const app = await build(t, { DATABASE_URL })
const owner = await register(app)
const { id: projectId } = await createProject(owner)

const [former, next] = await Promise.all([
  jpeg({ width: 1600, height: 1200 }),
  jpeg({ width: 3000, height: 2000 }),
])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The service in a process that can be killed. Its requests to the store pass the recorder. */
async function start(): Promise<RunningService> {
  const service = await startService({
    name: 'management-api',
    env: {
      ...backendSettings('management-api'),
      PUBLIC_URL: publicUrl,
      JWT_SECRET: jwtSecret,
      DATABASE_URL: databaseUrlOf('management-api', DATABASE_URL),
      S3_ENDPOINT: recorder.endpoint,
    },
    log: () => undefined,
  })
  t.teardown(() => service.stop('SIGKILL'))
  return service
}

async function replace({ url }: RunningService, id: string): Promise<number | null> {
  const { body, contentType } = multipartBody([
    { name: 'file', filename: 'next.jpg', content: next },
  ])
  const response = await fetch(`${url}/api/projects/${projectId}/assets/${id}/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': contentType },
    body: new Uint8Array(body),
  }).catch(() => null)
  return response?.status ?? null
}

const keysOf = async (id: string) =>
  (await store.list(assetObjects(projectId, id))).map(({ key }) => key)

/** Waits until the row and the objects in the store belong to one file, and no other objects are left. */
async function isWhole(id: string): Promise<'former' | 'next'> {
  const row = await database.asset.findUniqueOrThrow({ where: { id } })
  const bytes = await store.read(originalObject(projectId, id, row.fileKey))
  const hash = Buffer.from(row.sha256).toString('hex')
  if (bytes === null || hashOf(bytes) !== hash)
    throw new Error('the original is not that of the row')
  const expected = hash === hashOf(next) ? { width: 3000, version: 2 } : { width: 1600, version: 1 }
  t.match(row, expected)
  const folder = assetObjects(projectId, id) + (row.fileKey === null ? '' : `${row.fileKey}/`)
  const copies = row.width === 3000 ? ['mezzanine-1024', 'mezzanine-2048'] : ['mezzanine-1024']
  const wanted = [...copies, 'original'].map((name) => folder + name)
  // Every job is due now: those of the process that was killed, and the removals after it.
  await until(async () => {
    await database.job.updateMany({
      where: { kind: { in: ['discard-file', 'remove-objects'] } },
      data: { runAt: new Date(0) },
    })
    return (await keysOf(id)).toSorted().join() === wanted.join()
  })
  return hash === hashOf(next) ? 'next' : 'former'
}

type Crash = { what: string; when: RegExp; isForwarded: boolean; left: 'former' | 'next' }

const crashes: Crash[] = [
  { what: 'before the original', when: /^PUT .*original$/, isForwarded: false, left: 'former' },
  { what: 'after the original', when: /^PUT .*original$/, isForwarded: true, left: 'former' },
  { what: 'between the copies', when: /^PUT .*-1024$/, isForwarded: false, left: 'former' },
  { what: 'at the removal', when: /^POST |^DELETE /, isForwarded: false, left: 'next' },
]

for (const { what, when, isForwarded, left } of crashes) {
  t.test(`a service that is killed ${what} leaves the ${left} file whole`, async (t) => {
    const asset = await upload(owner, projectId, { content: former })
    const service = await start()
    const held = new Promise<void>((resolve) => {
      onWrite = async (line) => {
        if (!line.includes(asset.id) && !line.startsWith('POST')) return
        if (!when.test(line)) return
        resolve()
        // The request goes on, or never does.
        if (!isForwarded) await new Promise(() => undefined)
      }
    })
    const answer = replace(service, asset.id)
    await held
    await service.stop('SIGKILL')
    onWrite = async () => {}
    await answer
    t.equal(await isWhole(asset.id), left)
  })
}

t.test('a service that is killed during the commit leaves one file whole', async (t) => {
  const asset = await upload(owner, projectId, { content: former })
  const service = await start()
  const isWaiting = async () => {
    const rows = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%assets%FOR UPDATE%'`
    return rows.length > 0
  }
  const blocker = openDatabase(t, DATABASE_URL)
  const answer = await blocker.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM assets WHERE id = ${asset.id}::uuid FOR UPDATE`
    const sent = replace(service, asset.id)
    await until(isWaiting)
    await service.stop('SIGKILL')
    return sent
  })
  t.equal(answer, null)
  t.equal(await isWhole(asset.id), 'former')
})

t.test(
  'a service that is killed between commit and answer leaves the new file whole',
  async (t) => {
    const asset = await upload(owner, projectId, { content: former })
    const service = await start()
    // A replica that holds its lease and does not acknowledge: the call waits after its commit.
    const data = { id: randomUUID(), secretHash: new Uint8Array(32) }
    const { id: replica } = await database.replica.create({ data })
    const answer = replace(service, asset.id)
    await until(async () => {
      const renewals = { increment: 1 }
      await database.replica.update({ where: { id: replica }, data: { renewals } })
      const { version } = await database.asset.findUniqueOrThrow({ where: { id: asset.id } })
      return version === 2
    })
    await service.stop('SIGKILL')
    await database.replica.delete({ where: { id: replica } })
    t.equal(await answer, null)
    t.equal(await isWhole(asset.id), 'next')
    const again = await start()
    t.equal(await replace(again, asset.id), 200, 'the same call changes nothing')
    t.equal(await isWhole(asset.id), 'next')
  },
)

t.test('after a crash the same call succeeds', async (t) => {
  const asset = await upload(owner, projectId, { content: former })
  const service = await start()
  t.equal(await replace(service, asset.id), 200)
  t.equal(await isWhole(asset.id), 'next')
  const { version } = (
    await owner.get(`/api/projects/${projectId}/assets/${asset.id}`)
  ).json<SentAsset>()
  t.equal(version, 2)
})
