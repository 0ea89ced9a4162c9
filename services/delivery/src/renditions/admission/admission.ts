import { AppError } from '@vitrine/errors'
import type { Job } from './cost.js'
import { overloaded } from './overloaded.js'
import { inOrder, nextOf, type Place, startTimes, sumOfMemory } from './queue.js'

export type Clock = {
  /** Monotonic, ms. */
  nowMs(): number
  /** @returns cancels it. */
  after(ms: number, run: () => void): () => void
}

type Options = {
  /** Most that are made at once. */
  slots: number
  /** Memory that those which are made at once may take together; one alone may always begin. */
  memoryBytes: number
  /** Most that wait, or get ready. */
  maxWaiting: number
  /** Longest time from coming in to the beginning, ms. */
  deadlineMs: number
  /** How many times its estimate a job is expected to take, until that is learnt. */
  firstPace: number
  clock: Clock
}

/** A place in the queue, from coming in until `leave`. */
export type Ticket = {
  /**
   * Resolves when it is time to bring its bytes: so long before its turn as that takes, and a little
   * more.
   *
   * @throws AppError OVERLOADED when the deadline comes first, and the signal's reason.
   */
  toPrepare(signal: AbortSignal): Promise<void>
  /**
   * Resolves when it is this one's turn; its slot is held until it leaves.
   *
   * @param memoryBytes that it takes, now that it is known what it is made from.
   * @throws AppError OVERLOADED when the deadline comes first, and the signal's reason.
   */
  turn(signal: AbortSignal, memoryBytes?: number): Promise<void>
  /**
   * Says how long it takes from now until its bytes are there, ms.
   *
   * @throws AppError OVERLOADED if it cannot be expected to begin before its deadline any more.
   */
  expect(prepareMs: number): void
  /** Says how long its job took, from which the speed of the machine is learnt, ms. */
  took(ms: number): void
  /** Gives the place or the slot up. It may be called more than once. */
  leave(): void
}

/**
 * Of the deadline less the time that the store takes: jobs may take twice what they are estimated to,
 * and nobody is refused late.
 */
const promisedShare = 0.5

/**
 * So long before its turn the bytes of a job should be there, ms. Estimates may be wrong by two, and a
 * slot must not wait for the store.
 */
const leadMs = 400
/** While some wait to prepare: from one check for late ones to the next, ms. */
const checkEveryMs = 50

/** After the last refusal it counts as an overload for so long, ms. */
const overloadMs = 10_000

/** How much one job more or less says about the speed of the machine, and how far it may go. */
const learningRate = 0.2
const paceBounds = { least: 0.25, most: 8 }

/**
 * Lets at most `slots` jobs be done at once, half of them AVIF, and lets only those wait that will
 * be begun in half of the time to their deadline, less what the store takes, and make nobody else miss
 * that: others are refused at once. Small ones go before big ones. A request that still fetches bytes holds
 * a place, but no slot. It fetches them when its turn is near: each call of the store costs this process
 * milliseconds, and a queue that fills within a moment would keep it from answering anything else.
 */
export function createAdmission(options: Options) {
  const {
    slots: all,
    memoryBytes: maxMemoryBytes,
    maxWaiting,
    deadlineMs,
    firstPace,
    clock,
  } = options
  const slots = {
    ...{ all, memoryBytes: maxMemoryBytes },
    ...{ other: all, avif: Math.max(1, Math.floor(all / 2)) },
  }
  const capped = (bytes: number): number => Math.min(bytes, maxMemoryBytes)
  const running: Place[] = []
  let waiting: Place[] = []
  /** What each waits for: to prepare, or for its turn. */
  const wakes = new Map<Place, () => void>()
  let isChecking = false
  /** How many times its estimate a job takes here and now. */
  let pace = firstPace
  let refused = 0
  let refusedMs = Number.NEGATIVE_INFINITY

  const countRefusal = (): void => {
    refused += 1
    refusedMs = clock.nowMs()
  }

  const forecast = (queue: readonly Place[]): number[] =>
    startTimes(running, queue, slots, { nowMs: clock.nowMs(), pace })

  const begin = (): void => {
    for (;;) {
      const next = nextOf(running, waiting, slots)
      if (next === undefined) break
      waiting = waiting.filter((place) => place !== next)
      running.push(next)
      next.startedMs = clock.nowMs()
      wakes.get(next)?.()
    }
    prepareNext()
  }

  const isNear = ({ prepareMs = 0 }: Place, startMs: number): boolean =>
    startMs <= clock.nowMs() + prepareMs + leadMs

  const prepare = (place: Place): void => {
    place.stage = 'prepares'
    place.readyMs = clock.nowMs() + (place.prepareMs ?? 0)
  }

  /** Lets those prepare whose turn is near. Those whose bytes are late do not count. */
  const prepareNext = (): void => {
    const nowMs = clock.nowMs()
    const isLate = ({ stage, readyMs }: Place) => stage === 'prepares' && nowMs > readyMs + leadMs
    const inTime = waiting.filter((place) => !isLate(place))
    if (inTime.every(({ stage }) => stage !== 'waits')) return
    const starts = forecast(inTime)
    for (const [i, place] of inTime.entries()) {
      if (place.stage !== 'waits' || !isNear(place, starts[i] ?? 0)) continue
      prepare(place)
      wakes.get(place)?.()
    }
    if (isChecking) return
    isChecking = true
    clock.after(checkEveryMs, () => {
      isChecking = false
      prepareNext()
    })
  }

  const placeOf = (job: Job): Place => {
    const arrivedMs = clock.nowMs()
    const { prepareMs = 0 } = job
    const queueMs = promisedShare * Math.max(0, deadlineMs - prepareMs)
    return {
      ...{ ...job, arrivedMs, readyMs: arrivedMs + prepareMs },
      memoryBytes: capped(job.memoryBytes),
      promisedMs: arrivedMs + Math.min(prepareMs, deadlineMs) + queueMs,
      deadlineMs: arrivedMs + deadlineMs,
      startMs: arrivedMs,
      stage: 'admitted',
      startedMs: null,
    }
  }

  /** Whether nobody of those in the queue waits for another. */
  const haveSlots = (queue: readonly Place[]): boolean =>
    running.length + queue.length <= slots.all &&
    sumOfMemory(running) + sumOfMemory(queue) <= slots.memoryBytes

  /** Those that wait, with this one; or what it is to be told. */
  const admit = (place: Place): Place[] | AppError => {
    const queue = inOrder(waiting, place)
    // Whoever finds a free slot does not wait.
    if (haveSlots(queue)) return queue
    const starts = forecast(queue)
    place.startMs = starts[queue.indexOf(place)] ?? 0
    const lateMs = place.startMs - place.promisedMs
    const isFull = running.length + queue.length > slots.all + maxWaiting
    if (!isFull && lateMs <= 0 && !spoils(queue, starts)) return queue
    const fullMs = isFull ? Math.min(...starts) - place.arrivedMs : 0
    return overloaded(Math.max(lateMs, fullMs))
  }

  /** Whether somebody of those in order would be late who would not be without the newcomer. */
  const spoils = (queue: readonly Place[], starts: readonly number[]): boolean => {
    const late = queue.filter((other, i) => missesPromise(other, starts[i]))
    if (late.length === 0) return false
    const without = forecast(waiting)
    const isLateAnyway = new Set(waiting.filter((other, i) => missesPromise(other, without[i])))
    return late.some((other) => !isLateAnyway.has(other))
  }

  const learn = ({ costMs }: Place, tookMs: number): void => {
    const { least, most } = paceBounds
    pace = Math.min(most, Math.max(least, pace + learningRate * (tookMs / costMs - pace)))
  }

  const untilWoken = (place: Place, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.reject(signal.reason)
    return new Promise<void>((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        wakes.delete(place)
        cancel()
        signal.removeEventListener('abort', abort)
        outcome()
      }
      const abort = () => settle(() => reject(signal.reason))
      const cancel = clock.after(place.deadlineMs - clock.nowMs(), () => {
        countRefusal()
        settle(() => reject(overloaded(deadlineMs)))
      })
      signal.addEventListener('abort', abort, { once: true })
      wakes.set(place, () => settle(resolve))
    })
  }

  const toPrepare = async (place: Place, signal: AbortSignal): Promise<void> => {
    if (isNear(place, place.startMs)) return prepare(place)
    const woken = untilWoken(place, signal)
    place.stage = 'waits'
    prepareNext()
    return woken
  }

  const turnOf = (place: Place, signal: AbortSignal, memoryBytes = 0): Promise<void> => {
    place.memoryBytes = Math.max(place.memoryBytes, capped(memoryBytes))
    const turn = untilWoken(place, signal)
    if (signal.aborted) return turn
    place.stage = 'ready'
    begin()
    return turn
  }

  const leave = (place: Place): void => {
    const slot = running.indexOf(place)
    if (slot === -1) waiting = waiting.filter((other) => other !== place)
    else running.splice(slot, 1)
    begin()
  }

  const expect = (place: Place, prepareMs: number): void => {
    place.readyMs = clock.nowMs() + prepareMs
    if (haveSlots(waiting)) return
    const startMs = forecast(waiting)[waiting.indexOf(place)] ?? 0
    if (startMs <= place.deadlineMs) return
    countRefusal()
    leave(place)
    throw overloaded(startMs - place.deadlineMs)
  }

  return {
    /** @throws AppError OVERLOADED, at once, when it could not be begun in time. */
    enter: (job: Job): Ticket => {
      const place = placeOf(job)
      const queue = admit(place)
      if (queue instanceof AppError) {
        countRefusal()
        throw queue
      }
      waiting = queue
      return {
        toPrepare: (signal) => toPrepare(place, signal),
        turn: (signal, memoryBytes) => turnOf(place, signal, memoryBytes),
        expect: (prepareMs) => expect(place, prepareMs),
        took: (ms) => learn(place, ms),
        leave: () => leave(place),
      }
    },
    /** What `enter` would throw now, which counts as refused; null: it would not. */
    refusal: (job: Job): AppError | null => {
      const outcome = admit(placeOf(job))
      if (!(outcome instanceof AppError)) return null
      countRefusal()
      return outcome
    },
    /** Whether a job was refused in the last 10 s. */
    isOverloaded: (): boolean => clock.nowMs() - refusedMs < overloadMs,
    running: (): number => running.length,
    memoryBytes: (): number => sumOfMemory(running),
    waiting: (): number => waiting.length,
    refused: (): number => refused,
    /** How long a small job that came now would wait, seconds. */
    estimatedWaitSeconds: (): number => {
      const place = placeOf({ lane: 'other', costMs: 1, memoryBytes: 0 })
      const queue = inOrder(waiting, place)
      return ((forecast(queue)[queue.indexOf(place)] ?? 0) - place.arrivedMs) / 1000
    },
  }
}

export type Admission = ReturnType<typeof createAdmission>

const missesPromise = ({ promisedMs }: Place, startMs = 0): boolean => startMs > promisedMs
