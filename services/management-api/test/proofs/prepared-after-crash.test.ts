import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { renditionObjects } from '@vitrine/contracts'
import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { prepareWidget } from '../../src/renditions/prepare-widget.js'
import { build } from '../build.js'
import { createProject, createWidget, register, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'

const DATABASE_URL = await ownDatabase(t)
const database = openDatabase(t, DATABASE_URL)
const store = openStore()

/** Another instance, which runs only background jobs. */
function startWorker(settings: { DIES_AFTER?: string } = {}) {
  const program = fileURLToPath(import.meta.resolve('../prepare-in-process.js'))
  const worker = spawn(process.execPath, [program], {
    env: { ...process.env, OWN_DATABASE_URL: DATABASE_URL, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.teardown(() => worker.kill('SIGKILL'))
  return worker
}

t.test('a job that was interrupted by a kill is finished by another worker', async (t) => {
  const app = await build(t, { DATABASE_URL })
  const owner = await register(app)
  const { id: projectId } = await createProject(owner)
  const assetIds: string[] = []
  for (const width of [1700, 1800]) {
    const content = await jpeg({ width, height: 1000 })
    assetIds.push((await upload(owner, projectId, { content })).id)
  }
  const widget = await createWidget(owner, projectId, { assetIds })
  // Published as if the instance had died right afterwards, before it woke the lane.
  await app.close()
  await database.transaction(async (tx) => {
    const where = { projectId_id: { projectId, id: widget.id } }
    await tx.widget.update({ where, data: { status: 'PUBLISHED', publishedAt: new Date() } })
    await prepareWidget.schedule(tx, projectId, widget.id)
  })
  const list = async () => {
    const lists = assetIds.map((id) => store.list(renditionObjects(projectId, id)))
    return (await Promise.all(lists)).flat()
  }

  const [, signal] = await once(startWorker({ DIES_AFTER: '4' }), 'exit')
  t.equal(signal, 'SIGKILL')
  const half = await list()
  t.equal(half.length, 4, 'it was killed half-way')
  const jobs = await database.job.findMany()
  t.ok(
    jobs.some(({ attempts }) => attempts === 1),
    'the one that it had in hand is still there',
  )
  t.ok(jobs.every(({ kind }) => kind === 'prepare-asset'))

  // Ends the lease.
  await database.job.updateMany({ data: { runAt: new Date() } })
  startWorker()
  await until(async () => (await database.job.count()) === 0)
  const all = await list()
  t.equal(all.length, 24)
  const kept = all.filter(({ key }) => half.some((object) => object.key === key))
  t.same(kept, half, 'existing renditions were not rendered again')
})
