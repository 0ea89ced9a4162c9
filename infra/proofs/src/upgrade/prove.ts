import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { end, judge, play, summary } from '../chaos/trial.js'
import { createTrialFixture, type TrialFixture } from '../chaos/workload/fixture.js'
import { runReaders } from '../chaos/workload/readers.js'
import type { Options } from '../options.js'
import { type Context, type Result, resultOf } from '../proof.js'
import { createAdminClient } from '../stack/admin-client.js'
import { type PrivateBackends, withBackends } from '../stack/backends.js'
import { ownSettings, patient } from '../stack/stack.js'
import { createTenant } from '../stack/tenants.js'
import { addAssets, type LongestWait, watchLocks } from './locks.js'
import { provideFormerRelease, type Release, releaseAt } from './release.js'
import { type Router, startRouters } from './routers.js'
import { createSlots, type Slots } from './slots.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const longestWaitMs = 200

type Fleet = { delivery: Slots; management: Slots; routers: readonly Router[] }
type Releases = { former: Release; next: Release }
type Place = { options: Options; context: Context; backends: PrivateBackends; folder: string }

/**
 * Upgrades an installation of the former release to this tree, goes back, and upgrades again, while clients read and change on
 * kept-alive connections through nginx and HAProxy. No request may fail, and nothing that was acknowledged may be missing in a
 * later answer.
 */
export async function proveUpgrade(options: Options, context: Context): Promise<Result> {
  const former = await provideFormerRelease(root, context.log)
  const releases = { former, next: releaseAt(root, 'this tree') }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'))
  try {
    return await withBackends(
      (backends) => withFleet({ options, context, backends, folder }, releases),
      {},
      former.migrate,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withFleet(place: Place, releases: Releases): Promise<Result> {
  const { backends, folder, context } = place
  const settings = { ...backends.env, ...ownSettings, ...patient, TRUSTED_PROXIES: '127.0.0.1' }
  const delivery = await createSlots({ service: 'delivery', settings, logFolder: folder })
  const management = await createSlots({ service: 'management-api', settings, logFolder: folder })
  const routers: Router[] = []
  try {
    await Promise.all([delivery.open(releases.former), management.open(releases.former)])
    const upstreams = { delivery: delivery.ports, management: management.ports }
    routers.push(...(await startRouters({ upstreams, folder, log: context.log })))
    return await underLoad(place, { delivery, management, routers }, releases)
  } finally {
    await Promise.all(routers.map((router) => router.stop()))
    await Promise.all([delivery.close(), management.close()])
  }
}

async function underLoad(place: Place, fleet: Fleet, releases: Releases): Promise<Result> {
  const { options, context, backends } = place
  const ending = new AbortController()
  const managers = () => fleet.routers.map(({ url }) => url())
  const admin = createAdminClient(managers, ending.signal, false)
  const projects = [await createTenant(admin), await createTenant(admin)] as const
  context.log(`  ${options.rows} pictures`)
  const assets = { projectId: projects[0].projectId, count: options.rows }
  await addAssets(backends.env.DATABASE_URL, assets)

  const fixture = createTrialFixture(projects, admin)
  const performances = play(fixture)
  const readers = runReaders(fixture, { replicas: fleet.routers, pauseMs: 0 })
  let waited: LongestWait
  try {
    waited = await watchLocks(backends.env.DATABASE_URL, () => backends.migrate())
    do {
      await rollOver(place, { fixture, fleet, releases })
    } while (summary(fixture).reads < options.reads)
  } finally {
    await end(fixture, Promise.all([performances, readers]), ending)
  }
  const violations = await judge(fixture, { isAsking: !ending.signal.aborted })
  admin.close()
  return report({ fixture, violations, waited, log: context.log })
}

type Rolled = { fixture: TrialFixture; fleet: Fleet; releases: Releases }

/** To the next release, back, and to the next one again: delivery is the first to come and the last to go. */
async function rollOver({ context }: Place, { fixture, fleet, releases }: Rolled): Promise<void> {
  const { delivery, management } = fleet
  const { former, next } = releases
  const steps: [string, Slots, Release][] = [
    ['delivery', delivery, next],
    ['management-api', management, next],
    ['management-api', management, former],
    ['delivery', delivery, former],
    ['delivery', delivery, next],
    ['management-api', management, next],
    // So that another round begins like the first one.
    ['management-api', management, former],
    ['delivery', delivery, former],
  ]
  for (const [name, slots, release] of steps) {
    context.signal.throwIfAborted()
    await slots.replace(release)
    const { reads, acknowledged } = summary(fixture)
    context.log(`  ${name} ${release.version}: ${reads} reads, ${acknowledged} changes`)
  }
}

type Judged = {
  fixture: TrialFixture
  violations: readonly string[]
  waited: LongestWait
  log: Context['log']
}

function report({ fixture, violations, waited, log }: Judged): Result {
  const { reads, acknowledged, unavailable } = summary(fixture)
  const wait = `${waited.ms.toFixed(0)} ms${waited.table === null ? '' : `, for ${waited.table}`}`
  log(`  ${reads} reads, ${acknowledged} changes; the longest wait for a table: ${wait}`)
  return resultOf({
    'nothing is older than an acknowledged change, and no read fails': violations,
    'no replica refuses': unavailable === 0 ? [] : [`${unavailable} of ${reads} reads were 503`],
    'every change is acknowledged at once': fixture.failures,
    [`no statement waits for a table longer than ${longestWaitMs} ms while the migrations run`]:
      waited.ms <= longestWaitMs ? [] : [wait],
  })
}
