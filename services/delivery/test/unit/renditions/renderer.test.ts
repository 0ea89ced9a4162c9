import { AppError } from '@vitrine/errors'
import t from 'tap'
import { renderCostOf } from '../../../src/renditions/admission/cost.js'
import { createAdmission } from '../../../src/renditions/admission/render-queue.js'
import type { FetchedInput, Inputs } from '../../../src/renditions/render/inputs.js'
import { createMaking } from '../../../src/renditions/render/renderer.js'
import type { Flight } from '../../../src/renditions/single-flight/in-process.js'
import { deferred } from '../../deferred.js'
import { pictureOf, planOf } from './pictures.js'
import { simulatedClock } from './simulated-clock.js'

const picture = pictureOf()
const plan = planOf({ w: '640' })

type Fetch = Inputs['fetch']

function making({
  fetch = async (): Promise<FetchedInput | null> => ({ path: 'input', copy: null }),
  render = async () => ({ sizeBytes: 7, tookMs: 10 }),
} = {}) {
  const clock = simulatedClock()
  const admission = createAdmission({
    slots: 1,
    memoryBytes: 1_000_000_000,
    maxWaiting: 5,
    deadlineMs: 1000,
    firstPace: 1,
    clock,
  })
  let making = 0
  const make = createMaking({
    inputs: { fetch: fetch as Fetch, isAtHand: () => false },
    processes: { render },
    isOverloaded: () => false,
    onMaking: () => {
      making += 1
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
    make: async () =>
      make(picture, plan, '/folder', {
        flight,
        ticket: admission.enter({
          ...renderCostOf(plan, picture.source),
          projectId: picture.projectId,
        }),
      }),
    admission,
    leave: () => leaver.abort(new Error('left')),
    isCommitted: () => states.isCommitted,
    count: () => making,
  }
}

t.test('a rendition is a file of the folder, and its slot is free again', async (t) => {
  const { make, admission, isCommitted, count } = making()
  t.same(await make(), { path: '/folder/made', sizeBytes: 7 })
  t.equal(admission.running(), 0)
  t.ok(isCommitted())
  t.equal(count(), 1)
})

t.test('no slot is held while bytes are fetched, and none without an original', async (t) => {
  const fetched = deferred<FetchedInput | null>()
  const { make, admission, count } = making({ fetch: () => fetched.promise })
  const made = make()
  t.equal(admission.running(), 0)
  t.equal(admission.waiting(), 1)
  fetched.resolve(null)
  t.equal(await made, null)
  t.equal(admission.waiting(), 0)
  t.equal(count(), 0)
})

t.test('an original that can no longer be decoded is a fault of ours', async (t) => {
  const broken = new AppError('UNSUPPORTED_IMAGE', 'no picture')
  const { make, admission } = making({ render: () => Promise.reject(broken) })
  const error = { name: 'Error', message: 'asset asset cannot be rendered', cause: broken }
  await t.rejects(make(), error)
  t.equal(admission.running(), 0)
})

t.test('what takes too much memory is refused with advice, and not tried again', async (t) => {
  const cause = new AppError('IMAGE_TOO_LARGE', 'too much')
  let renders = 0
  const { make, admission } = making({
    render: () => {
      renders += 1
      return Promise.reject(cause)
    },
  })
  for (const _attempt of [1, 2]) {
    await t.rejects(make(), {
      code: 'IMAGE_TOO_LARGE',
      message: /640 × .*Ask for a smaller w or h/,
    })
  }
  t.equal(renders, 1)
  t.equal(admission.running(), 0)
})

t.test('too slow, or a full disk, is nobody’s fault', async (t) => {
  const slow = new AppError('OVERLOADED', 'too long', { retryAfterSeconds: 5 })
  await t.rejects(making({ render: () => Promise.reject(slow) }).make(), slow)
  const full = new Error('ENOSPC: no space left on device, write')
  await t.rejects(making({ render: () => Promise.reject(full) }).make(), full)
})

t.test('whoever leaves while it waits gives the place up', async (t) => {
  const { make, admission, leave, count } = making()
  const runs = admission.enter({
    ...{ projectId: 'p', lane: 'other', costMs: 1, memoryBytes: 0 },
  })
  await runs.turn(new AbortController().signal)
  const made = make()
  leave()
  await t.rejects(made, { message: 'left' })
  t.equal(admission.waiting(), 0)
  t.equal(count(), 0)
})
