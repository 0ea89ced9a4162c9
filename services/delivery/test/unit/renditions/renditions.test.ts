import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import type { Plan } from '@vitrine/imaging'
import t, { type Test } from '@vitrine/testing/t'
import { AdmissionGate } from '../../../src/renditions/admission/gate.js'
import { RenderQueue } from '../../../src/renditions/admission/render-queue.js'
import { Disk } from '../../../src/renditions/cache/disk.js'
import { createMemory } from '../../../src/renditions/cache/memory.js'
import { imageKey, requestedImage, type StoredPicture } from '../../../src/renditions/image.js'
import type { RenderRequest } from '../../../src/renditions/render-request.js'
import { Renditions } from '../../../src/renditions/renditions.js'
import { createTimeLimit } from '../../../src/renditions/time-limit.js'
import { Workspaces } from '../../../src/renditions/workspaces.js'
import { deferred } from '../../deferred.js'
import { pictureOf, planOf } from './pictures.js'
import { simulatedClock } from './simulated-clock.js'
import { enter } from './simulated-queue.js'

type Fields = {
  disk?: (own: Pick<Disk, 'keep' | 'read'>) => Partial<Disk>
  isMissing?: boolean
  sizeBytes?: number
  /** A lookup in the store waits for this. */
  looked?: Promise<void>
  /** A fetch of an original waits for this. */
  fetched?: Promise<void>
  /** A render waits for this. */
  rendered?: Promise<void>
  /** The size of a rendition, bytes; defaults to the length of its key. */
  madeBytes?: number
}

/** The methods of a disk, unaffected by later overrides. */
const ownMethods = (disk: Disk) => ({
  keep: disk.keep.bind(disk),
  read: disk.read.bind(disk),
})

/** Real memory, disk and folders, with a simulated store and renderer. */
async function world(t: Test, fields: Fields = {}) {
  const { disk: over, isMissing = false, sizeBytes = 10, looked = setImmediate() } = fields
  const { rendered = setImmediate(), fetched = setImmediate(), madeBytes } = fields
  const root = t.testdir()
  const disk = new Disk({ root, maxBytes: 10_000_000, warn: (error) => t.error(error) })
  await disk.start()
  const memory = createMemory({ maxBytes: 1_000_000 })
  let downloads = 0
  let renders = 0
  let looks = 0
  let late = 0
  const original = async (_picture: StoredPicture, path: string): Promise<number | null> => {
    downloads += 1
    await fetched
    if (isMissing) return null
    await writeFile(path, Buffer.alloc(sizeBytes, 'o'))
    return sizeBytes
  }
  const clock = simulatedClock()
  const queue = new RenderQueue({
    slots: 1,
    memoryBytes: 1_000_000_000,
    maxWaiting: 0,
    deadlineMs: 1000,
    firstPace: 1,
    clock,
  })
  const images = new Renditions({
    objects: { original },
    memory,
    disk: Object.assign(disk, over?.(ownMethods(disk))),
    workspaces: new Workspaces({ roots: [root], warn: (error) => t.error(error) }),
    store: {
      download: async () => {
        looks += 1
        await looked
        return null
      },
      prepareUpload: async () => async () => undefined,
      close: async () => undefined,
    },
    crossReplica: async (_key, { render }) => (await render()).value,
    gate: new AdmissionGate({ queue, nowMs: clock.nowMs }),
    render: async (_picture, { key }, { folder, place }) => {
      renders += 1
      await rendered
      place.leave()
      if (isMissing) return null
      const path = join(folder, 'rendition')
      const sizeBytes = madeBytes ?? key.length
      await writeFile(path, key.padEnd(sizeBytes))
      return { path, sizeBytes }
    },
    metrics: { countAnswer: () => undefined },
    timeLimit: createTimeLimit({
      limitMs: 2000,
      clock,
      onLate: () => {
        late += 1
      },
    }),
    lookupMs: () => 0,
    fetchMs: () => 0,
    explainMissing: async () => {
      throw new AppError('ASSET_LOST', 'lost')
    },
  })
  const renditions = {
    open: async (picture: StoredPicture, plan: Plan | null, request: RenderRequest) =>
      images.open(requestedImage(picture, plan), request),
    forget: (id: string) => images.forget(id),
    releaseMemory: () => images.releaseMemory(),
  }
  t.teardown(() => images.close())
  const counts = {
    downloads: () => downloads,
    renders: () => renders,
    looks: () => looks,
    late: () => late,
  }
  return { renditions, memory, disk, queue, clock, ...counts }
}

const request = (chargeRenderBudget = () => {}): RenderRequest => ({
  signal: new AbortController().signal,
  chargeRenderBudget,
})
const refuse = () => {
  throw new AppError('TOO_MANY_REQUESTS', 'not you')
}

t.test('a request without a render budget does not fail others', async (t) => {
  const { renditions, renders } = await world(t)
  const ask = (who: RenderRequest) => renditions.open(pictureOf(), planOf({ w: '64' }), who)
  const [first, second, third] = [ask(request(refuse)), ask(request()), ask(request(refuse))]
  await t.rejects(first, { code: 'TOO_MANY_REQUESTS' })
  t.ok(await second)
  // It did not start a render: another one did.
  t.ok(await third)
  t.equal(renders(), 1)
  t.ok(await ask(request(refuse)), 'existing renditions need no budget')
})

t.test('an asset that is forgotten while it is being cached is not cached', async (t) => {
  for (const sizeBytes of [10, 300_000]) {
    const { renditions, memory, disk } = await world(t, {
      sizeBytes,
      disk: ({ keep }) => ({
        keep: (...file) => {
          renditions.forget('asset')
          return keep(...file)
        },
      }),
    })
    t.equal((await renditions.open(pictureOf(), null, request()))?.sizeBytes, sizeBytes)
    t.equal(memory.sizeBytes() + disk.sizeBytes(), 0)
  }
})

t.test('released images come from the disk, and are in memory again', async (t) => {
  const { renditions, memory, renders } = await world(t)
  const plan = planOf({ w: '64' })
  await renditions.open(pictureOf(), plan, request())
  t.ok(memory.get(imageKey(pictureOf(), plan)))
  renditions.releaseMemory()
  t.equal(memory.sizeBytes(), 0)
  const held = await renditions.open(pictureOf(), plan, request())
  t.equal(held?.sizeBytes, plan.key.length)
  t.equal(memory.get(imageKey(pictureOf(), plan))?.toString(), plan.key)
  t.equal(renders(), 1)
})

t.test('entries that are not on disk are not released', async (t) => {
  const { renditions, memory } = await world(t, { disk: () => ({ keep: async () => false }) })
  await renditions.open(pictureOf(), planOf({ w: '64' }), request())
  renditions.releaseMemory()
  t.not(memory.sizeBytes(), 0)
})

t.test('an asset that is forgotten during a read from disk is not cached in memory', async (t) => {
  const { renditions, memory } = await world(t, {
    disk: (disk) => ({
      read: async (...key) => {
        const bytes = await disk.read(...key)
        if (bytes) renditions.forget('asset')
        return bytes
      },
    }),
  })
  await renditions.open(pictureOf(), null, request())
  renditions.releaseMemory()
  t.equal((await renditions.open(pictureOf(), null, request()))?.sizeBytes, 10)
  t.equal(memory.sizeBytes(), 0)
})

t.test('a missing original is explained to every request', async (t) => {
  const { renditions, renders, downloads } = await world(t, { isMissing: true })
  for (const plan of [null, planOf({ w: '64' })]) {
    const both = [1, 2].map(() => renditions.open(pictureOf(), plan, request()))
    for (const one of both) await t.rejects(one, { code: 'ASSET_LOST' })
  }
  t.equal(downloads() + renders(), 2)
})

t.test('a disk that loses its files at once ends in a 503, not in a loop', async (t) => {
  const { renditions, renders } = await world(t, {
    madeBytes: 300_000,
    disk: () => ({ keep: async () => true, open: async () => null }),
  })
  const plan = planOf({ w: '64' })
  await t.rejects(renditions.open(pictureOf(), plan, request()), { code: 'OVERLOADED' })
  t.equal(renders(), 3)
})

t.test('an original that the disk loses is served from a separate file', async (t) => {
  for (const sizeBytes of [300_000, 3_000_000]) {
    const { renditions, downloads, memory } = await world(t, {
      sizeBytes,
      disk: () => ({ keep: async () => true, open: async () => null }),
    })
    const held = await renditions.open({ ...pictureOf(), sizeBytes }, null, request())
    t.equal(held.sizeBytes, sizeBytes)
    held.discard()
    t.equal(downloads(), 2)
    if (sizeBytes > 1024 * 1024) t.equal(memory.sizeBytes(), 0)
  }
})

t.test('a large original is fetched once for all requests, and cached on disk only', async (t) => {
  const { renditions, downloads, memory } = await world(t, { sizeBytes: 3_000_000 })
  const picture = { ...pictureOf(), sizeBytes: 3_000_000 }
  const ask = () => renditions.open(picture, null, request())
  const all = await Promise.all(Array.from({ length: 20 }, ask))
  for (const { discard } of [...all, await ask()]) discard()
  t.equal(downloads(), 1)
  t.equal(memory.sizeBytes(), 0)
})

t.test('fetches of large originals are limited, and continue when no request waits', async (t) => {
  const looked = deferred<void>()
  const { renditions, downloads } = await world(t, {
    sizeBytes: 3_000_000,
    fetched: looked.promise,
  })
  const ask = (id: number, signal = new AbortController().signal) =>
    renditions.open({ ...pictureOf({}, `asset-${id}`), sizeBytes: 3_000_000 }, null, {
      signal,
      chargeRenderBudget: () => undefined,
    })
  const leavers = Array.from({ length: 12 }, () => new AbortController())
  const waiting = leavers.map(({ signal }, id) => ask(id, signal).catch(String))
  while (downloads() < 4) await setImmediate()
  for (const leaver of leavers) leaver.abort(new Error('left'))
  t.same(new Set(await Promise.all(waiting)), new Set(['Error: left']))
  looked.resolve()
  const held = await ask(0)
  held.discard()
  t.equal(downloads(), 4, 'started fetches were cached, the others were not started')
})

t.test('an image too large for memory and disk is served anyway', async (t) => {
  const { renditions } = await world(t, {
    sizeBytes: 300_000,
    disk: () => ({ keep: async () => false }),
  })
  t.equal((await renditions.open(pictureOf(), null, request()))?.sizeBytes, 300_000)
})

t.test(
  'in a flood one request at a time queries the store, the rest is rejected at once',
  async (t) => {
    const stored = deferred<void>()
    const { renditions, queue, looks } = await world(t, { looked: stored.promise })
    const ask = (width: number) =>
      renditions.open(pictureOf(), planOf({ w: String(width) }), request())
    const running = enter(queue, { projectId: 'p', lane: 'other', costMs: 100, memoryBytes: 0 })
    await running.waitForSlot(new AbortController().signal)
    const outcomes = Array.from({ length: 20 }, (_, i) => ask(100 + i).then(String, String))
    const refused = outcomes.slice(1)
    for (const outcome of await Promise.all(refused)) t.match(outcome, /Too many images/)
    while (looks() < 1) await setImmediate()

    running.leave()
    const calm = ask(200)
    while (looks() < 2) await setImmediate()
    stored.resolve()
    t.ok(await calm, 'and there is room again')
  },
)

t.test('a request does not wait for a render that takes too long, which continues', async (t) => {
  const rendered = deferred<void>()
  const { renditions, memory, clock, renders, late } = await world(t, {
    rendered: rendered.promise,
  })
  const plan = planOf({ w: '64' })
  const first = renditions.open(pictureOf(), plan, request())
  const refused = t.rejects(first, { code: 'OVERLOADED', retryAfterSeconds: 1 })
  while (renders() < 1) await setImmediate()
  clock.advance(1999)
  const second = renditions.open(pictureOf(), plan, request())
  clock.advance(1)
  await refused
  t.equal(late(), 1)
  rendered.resolve()
  t.equal((await second).sizeBytes, plan.key.length, 'a later request has time left')
  t.ok(memory.get(imageKey(pictureOf(), plan)), 'and it is cached for the next request')
  t.equal(renders(), 1)
})
