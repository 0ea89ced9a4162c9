import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { renderCostOf } from '../../../src/renditions/admission/cost.js'
import { RenderQueue } from '../../../src/renditions/admission/render-queue.js'
import type { FetchedInput, Inputs } from '../../../src/renditions/render/inputs.js'
import { createRenderer } from '../../../src/renditions/render/renderer.js'
import type { Flight } from '../../../src/renditions/single-flight/in-process.js'
import { deferred } from '../../deferred.js'
import { pictureOf, planOf } from './pictures.js'
import { simulatedClock } from './simulated-clock.js'
import { enter } from './simulated-queue.js'

const picture = pictureOf()
const plan = planOf({ w: '640' })

type Fetch = Inputs['fetch']

function renderer({
  fetch = async (): Promise<FetchedInput | null> => ({ path: 'input', copy: null }),
  render = async () => ({ sizeBytes: 7, tookMs: 10 }),
} = {}) {
  const clock = simulatedClock()
  const queue = new RenderQueue({
    slots: 1,
    memoryBytes: 1_000_000_000,
    maxWaiting: 5,
    deadlineMs: 1000,
    firstPace: 1,
    clock,
  })
  let renders = 0
  const rendition = createRenderer({
    inputs: { fetch: fetch as Fetch, isOnDisk: () => false },
    processes: { render },
    explainMissing: async () => {
      throw new Error('no mark is missing')
    },
    isOverloaded: () => false,
    onRender: () => {
      renders += 1
    },
  })
  const leaver = new AbortController()
  const states = { isCommitted: false }
  const flight: Flight = {
    signal: leaver.signal,
    isForgotten: false,
    commit: () => {
      states.isCommitted = true
    },
  }
  return {
    render: async () =>
      rendition(picture, plan, {
        folder: '/folder',
        flight,
        place: enter(queue, {
          ...renderCostOf(plan, picture.source),
          projectId: picture.projectId,
        }),
      }),
    queue,
    leave: () => leaver.abort(new Error('left')),
    isCommitted: () => states.isCommitted,
    count: () => renders,
  }
}

t.test('a rendition is a file in the folder, and its slot is released', async (t) => {
  const { render, queue, isCommitted, count } = renderer()
  t.same(await render(), { path: '/folder/rendition', sizeBytes: 7 })
  t.equal(queue.running, 0)
  t.ok(isCommitted())
  t.equal(count(), 1)
})

t.test('no slot is held while the input is fetched, or without an original', async (t) => {
  const fetched = deferred<FetchedInput | null>()
  const { render, queue, count } = renderer({ fetch: () => fetched.promise })
  const made = render()
  t.equal(queue.running, 0)
  t.equal(queue.waiting, 1)
  fetched.resolve(null)
  t.equal(await made, null)
  t.equal(queue.waiting, 0)
  t.equal(count(), 0)
})

t.test('an original that cannot be decoded is an internal error', async (t) => {
  const broken = new AppError('UNSUPPORTED_IMAGE', 'no picture')
  const { render, queue } = renderer({ render: () => Promise.reject(broken) })
  const error = { name: 'Error', message: 'asset asset cannot be rendered', cause: broken }
  await t.rejects(render(), error)
  t.equal(queue.running, 0)
})

for (const [code, resource] of [
  ['IMAGE_TOO_LARGE', 'memory'],
  ['IMAGE_TOO_COSTLY', 'CPU time'],
] as const) {
  t.test(`a render that needs too much ${resource} is rejected, and not retried`, async (t) => {
    const cause = new AppError(code, 'too much')
    let renders = 0
    const { render, queue } = renderer({
      render: () => {
        renders += 1
        return Promise.reject(cause)
      },
    })
    const message = new RegExp(`${resource} .*640 × .*Ask for a smaller w or h`)
    for (const _attempt of [1, 2]) await t.rejects(render(), { code, message })
    t.equal(renders, 1)
    t.equal(queue.running, 0)
  })
}

t.test('a timeout or a full disk is not reported as a broken image', async (t) => {
  const slow = new AppError('OVERLOADED', 'too long', { retryAfterSeconds: 5 })
  await t.rejects(renderer({ render: () => Promise.reject(slow) }).render(), slow)
  const full = new Error('ENOSPC: no space left on device, write')
  await t.rejects(renderer({ render: () => Promise.reject(full) }).render(), full)
})

t.test('a request that leaves while it waits gives up its place', async (t) => {
  const { render, queue, leave, count } = renderer()
  const runs = enter(queue, {
    projectId: 'p',
    lane: 'other',
    costMs: 1,
    memoryBytes: 0,
  })
  await runs.waitForSlot(new AbortController().signal)
  const made = render()
  leave()
  await t.rejects(made, { message: 'left' })
  t.equal(queue.waiting, 0)
  t.equal(count(), 0)
})
