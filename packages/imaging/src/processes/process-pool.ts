import { setTimeout as after } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import pLimit from 'p-limit'
import {
  CpuTimeExceeded,
  ImageProcess,
  MemoryExceeded,
  ProcessDied,
  type StartOptions,
  TimedOut,
} from './image-process.js'
import type { Job, Results } from './messages.js'
import { untilAborted } from './until-aborted.js'

type PoolOptions = {
  /** Number of processes. Each runs one job at a time. */
  processes: number
  /** Wall time for one picture, after which its process is killed. */
  timeoutSeconds: number
  idleSeconds: number
  /** Niceness of the processes, added to that of this one. */
  niceness: number
  /** Memory that one picture may take, bytes; left out: any. */
  maxMemoryBytes?: number | undefined
  onDeath: (error: Error) => void
}

type JobOptions = {
  /** A job whose signal is aborted is not retried. */
  signal?: AbortSignal | undefined
  /** See `Yielding`; default false. */
  yieldsAll?: boolean | undefined
  /** Whether idle processes end before the job, and its own with it; default false. */
  isLarge?: boolean
  /** Whether the process is ended when the signal is aborted, since nobody wants the result; default false. */
  endsWhenAborted?: boolean
}

/**
 * Rejects as the job does; with ProcessDied when it died twice, with CpuTimeExceeded, MemoryExceeded or
 * TimedOut at once, or with AppError OVERLOADED when no process can be started.
 */
export type Perform = <T extends Job>(job: T, options?: JobOptions) => Promise<Results[T['op']]>

/** A slot of the pool. Its process is started on demand, and ends when it is idle. */
type Slot = {
  process: ImageProcess | null
  underWay: Promise<unknown>
  idle: NodeJS.Timeout | undefined
}

const deaths = [ProcessDied, CpuTimeExceeded, MemoryExceeded, TimedOut]

/** Time for running jobs to finish when the pool is closed. */
const closeGraceSeconds = 5

/** Child processes for images. Further tasks wait, in order of arrival. */
export function createProcessPool({ processes, ...options }: PoolOptions) {
  const slots = Array.from({ length: processes }, newSlot)
  // The most recently used slot is taken first, so that idle processes can end.
  const free = [...slots]
  const limit = pLimit(processes)
  let isClosed = false

  const endIdle = () => Promise.all(free.map(({ process }) => process?.end()))

  const takeTurn = async <T>(task: (perform: Perform) => Promise<T>): Promise<T> => {
    const slot = free.pop()
    if (isClosed || slot === undefined) throw shuttingDown()
    try {
      return await task((job, how = {}) => perform(slot, job, how))
    } finally {
      free.push(slot)
    }
  }

  const perform = async <T extends Job>(slot: Slot, job: T, how: JobOptions) => {
    clearTimeout(slot.idle)
    if (how.isLarge) await endIdle()
    const work = attemptTwice(slot, job, how)
    slot.underWay = work.catch(() => {})
    try {
      return (await work) as Results[T['op']]
    } finally {
      if (how.isLarge) await slot.process?.end()
      slot.idle = setTimeout(() => slot.process?.end(), options.idleSeconds * 1000).unref()
    }
  }

  /** The image may not be the cause of the first death. */
  const attemptTwice = async (slot: Slot, job: Job, how: JobOptions): Promise<unknown> => {
    try {
      return await attempt(slot, job, how, options)
    } catch (error) {
      if (!(error instanceof ProcessDied) || isClosed || how.signal?.aborted) throw error
      return await attempt(slot, job, how, options)
    }
  }

  return {
    /**
     * Runs a task, whose jobs all go to one process. When aborted it rejects at once with the signal's
     * reason: a task that waits is dropped, one that has begun keeps its process until its job is done or ended.
     */
    run: async <T>(
      task: (perform: Perform) => Promise<T>,
      signal: AbortSignal | undefined,
    ): Promise<T> => {
      signal?.throwIfAborted()
      const work = limit(async () => {
        signal?.throwIfAborted()
        return takeTurn(task)
      })
      return signal ? untilAborted(work, signal) : work
    },

    endIdle,

    /** Rejects waiting tasks. Running ones get a few seconds to finish. */
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all(slots.map(closeSlot))
    },
  }
}

export type ProcessPool = ReturnType<typeof createProcessPool>

const newSlot = (): Slot => ({ process: null, underWay: Promise.resolve(), idle: undefined })

async function attempt(
  slot: Slot,
  job: Job,
  { yieldsAll = false, signal, endsWhenAborted = false }: JobOptions,
  options: Omit<PoolOptions, 'processes'>,
): Promise<unknown> {
  const process = await processFor(slot, { ...options, yieldsAll })
  const end = () => void process.end()
  if (endsWhenAborted) signal?.addEventListener('abort', end, { once: true })
  try {
    if (endsWhenAborted) signal?.throwIfAborted()
    return await process.perform(job, options.timeoutSeconds)
  } catch (error) {
    if (endsWhenAborted && signal?.aborted) throw signal.reason
    if (deaths.some((death) => error instanceof death)) options.onDeath(error as Error)
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

async function processFor(slot: Slot, options: StartOptions): Promise<ImageProcess> {
  const { niceness, yieldsAll, maxMemoryBytes } = options
  // A process that has yielded cannot take it back.
  if (slot.process?.isAlive && slot.process.yieldsAll && !yieldsAll) await slot.process.end()
  if (!slot.process?.isAlive) {
    slot.process = await startProcess({ niceness, yieldsAll, maxMemoryBytes })
  } else if (yieldsAll) slot.process.yieldAll()
  return slot.process
}

/** A failed start is retried once, since no image can be its cause. */
async function startProcess(options: StartOptions): Promise<ImageProcess> {
  try {
    return await ImageProcess.start(options).catch(() => ImageProcess.start(options))
  } catch (cause) {
    throw new AppError('OVERLOADED', 'The picture cannot be processed now. Try again.', {
      retryAfterSeconds: 5,
      cause,
    })
  }
}

async function closeSlot(slot: Slot): Promise<void> {
  const grace = new AbortController()
  await Promise.race([
    slot.underWay,
    after(closeGraceSeconds * 1000, undefined, { signal: grace.signal }).catch(() => {}),
  ])
  grace.abort()
  clearTimeout(slot.idle)
  await slot.process?.end()
}

const shuttingDown = () =>
  new AppError('OVERLOADED', 'The service is shutting down. Try again.', { retryAfterSeconds: 1 })
