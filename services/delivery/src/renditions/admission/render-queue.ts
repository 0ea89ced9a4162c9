import { AppError } from '@vitrine/errors'
import { begin, emptyQueue, end, type FairQueue, inTurns, join, without } from '@vitrine/fair-queue'
import type { Job } from './cost.js'
import { decide, forecast, haveSlots } from './decide.js'
import { overloaded } from './overloaded.js'
import { createPlace, nextOf, type Place, sumOfMemory } from './schedule.js'

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

type Wakes = { wake: () => void; refuse: (refusal: AppError) => void }

/** A place in the queue, from coming in until `leave`. */
export type Ticket = {
  /**
   * Resolves when it is time to bring its bytes: so long before its turn as that takes, and a little
   * more.
   *
   * @throws AppError OVERLOADED when the deadline comes first, or when it has to yield to another
   *   project, and the signal's reason.
   */
  toPrepare(signal: AbortSignal): Promise<void>
  /**
   * Resolves when it is this one's turn; its slot is held until it leaves.
   *
   * @param memoryBytes that it takes, now that it is known what it is made from.
   * @throws AppError OVERLOADED as `toPrepare`, and the signal's reason.
   */
  turn(signal: AbortSignal, memoryBytes?: number): Promise<void>
  /**
   * Says how long it takes from now until its bytes are there, ms.
   *
   * @throws AppError OVERLOADED if it cannot be expected to begin before its deadline any more, or has
   *   to yield to another project.
   */
  expect(prepareMs: number): void
  /** Says how long its job took, from which the speed of the machine is learnt, ms. */
  took(ms: number): void
  /** Gives the place or the slot up. It may be called more than once. */
  leave(): void
}

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
 * Lets at most `slots` jobs be done at once, half of them AVIF. Projects take turns, by what their jobs
 * cost: a flood of one project delays a job of another one by about one job. Within a project small
 * jobs go before big ones. Only those wait that will be begun in half of the time to their deadline, less
 * what the store takes, and make no other miss that: others are refused at once. A request that still fetches
 * bytes holds a place, but no slot. It fetches them when its turn is near: each call of the store costs this process
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
  const running: Place[] = []
  let queue = emptyQueue<Place>()
  /** Those of the queue, in turns. */
  let waiting: readonly Place[] = []
  /** What each waits for: to prepare, or for its turn. */
  const wakes = new Map<Place, Wakes>()
  let isChecking = false
  /** How many times its estimate a job takes here and now. */
  let pace = firstPace
  let refused = 0
  let refusedMs = Number.NEGATIVE_INFINITY

  const countRefusal = (): void => {
    refused += 1
    refusedMs = clock.nowMs()
  }

  const state = () => ({
    ...{ queue, waiting, running, slots, maxWaiting, pace },
    nowMs: clock.nowMs(),
  })

  const setQueue = (next: FairQueue<Place>): void => {
    queue = next
    waiting = inTurns(next)
  }

  const beginNext = (): void => {
    for (;;) {
      const next = nextOf(running, waiting, slots)
      if (next === undefined) break
      setQueue(begin(queue, next))
      running.push(next)
      next.startedMs = clock.nowMs()
      wakes.get(next)?.wake()
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
    const starts = forecast(state(), inTime)
    for (const [i, place] of inTime.entries()) {
      if (place.stage !== 'waits' || !isNear(place, starts[i] ?? 0)) continue
      prepare(place)
      wakes.get(place)?.wake()
    }
    if (isChecking) return
    isChecking = true
    clock.after(checkEveryMs, () => {
      isChecking = false
      prepareNext()
    })
  }

  const placeOf = (job: Job): Place =>
    createPlace(job, { nowMs: clock.nowMs(), deadlineMs, maxMemoryBytes })

  const yieldTurn = (place: Place, refusal: AppError): void => {
    countRefusal()
    place.refusal = refusal
    wakes.get(place)?.refuse(refusal)
  }

  const learn = ({ costMs }: Place, tookMs: number): void => {
    const { least, most } = paceBounds
    pace = Math.min(most, Math.max(least, pace + learningRate * (tookMs / costMs - pace)))
  }

  const untilWoken = (place: Place, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (place.refusal !== null) return Promise.reject(place.refusal)
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
      wakes.set(place, {
        wake: () => settle(resolve),
        refuse: (refusal) => settle(() => reject(refusal)),
      })
    })
  }

  const toPrepare = async (place: Place, signal: AbortSignal): Promise<void> => {
    if (place.refusal === null && isNear(place, place.startMs)) return prepare(place)
    const woken = untilWoken(place, signal)
    place.stage = 'waits'
    prepareNext()
    return woken
  }

  const turnOf = (place: Place, signal: AbortSignal, memoryBytes = 0): Promise<void> => {
    place.memoryBytes = Math.max(place.memoryBytes, Math.min(memoryBytes, maxMemoryBytes))
    const turn = untilWoken(place, signal)
    if (signal.aborted || place.refusal !== null) return turn
    place.stage = 'ready'
    beginNext()
    return turn
  }

  const leave = (place: Place): void => {
    const slot = running.indexOf(place)
    if (slot === -1) setQueue(without(queue, new Set([place])))
    else {
      running.splice(slot, 1)
      setQueue(end(queue, place.tenantId))
    }
    beginNext()
  }

  const expect = (place: Place, prepareMs: number): void => {
    if (place.refusal !== null) throw place.refusal
    place.readyMs = clock.nowMs() + prepareMs
    if (haveSlots(state(), waiting)) return
    const startMs = forecast(state(), waiting)[waiting.indexOf(place)] ?? 0
    if (startMs <= place.deadlineMs) return
    countRefusal()
    leave(place)
    throw overloaded(startMs - place.deadlineMs)
  }

  /** How long a small job that came now would wait, of the project whose last job begins last, ms. */
  const estimatedWaitMs = (): number => {
    const projectId = waiting.at(-1)?.tenantId ?? ''
    const place = placeOf({ projectId, lane: 'other', costMs: 1, memoryBytes: 0 })
    const order = inTurns(join(queue, place))
    return (forecast(state(), order)[order.indexOf(place)] ?? 0) - place.arrivedMs
  }

  return {
    /** @throws AppError OVERLOADED, at once, when it could not be begun in time. */
    enter: (job: Job): Ticket => {
      const place = placeOf(job)
      const decision = decide(place, state())
      if (decision instanceof AppError) {
        countRefusal()
        throw decision
      }
      setQueue(decision.queue)
      for (const { place, refusal } of decision.yielding) yieldTurn(place, refusal)
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
      const outcome = decide(placeOf(job), state())
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
    /** How long a small job that came now would wait, of the project whose last job begins last. */
    estimatedWaitSeconds: (): number => estimatedWaitMs() / 1000,
  }
}

export type Admission = ReturnType<typeof createAdmission>
