import { setTimeout as after } from 'node:timers/promises'
import { AppError } from '@vitrine/errors'
import {
  CpuTimeExceeded,
  ImageProcess,
  MemoryExceeded,
  ProcessDied,
  type StartOptions,
  TimedOut,
} from './image-process.js'
import type { Job, Results } from './messages.js'

export type WorkerOptions = {
  /** Wall time for one picture, after which its process is killed. */
  timeoutSeconds: number
  /** After which a process without work is ended. */
  idleSeconds: number
  /** Of its processes, added to that of this one. */
  niceness: number
  /** Memory that one picture may take, bytes; left out: any. */
  maxMemoryBytes?: number | undefined
  /** Told of every process that died, or was killed, in the middle of a picture. */
  onDeath: (error: Error) => void
}

/** How a job is to be done. */
type Asked = {
  /** Aborted, it is not tried again. */
  signal?: AbortSignal | undefined
  /** Of its process: see `Yielding`; left out: false. */
  yieldsAll?: boolean | undefined
  /** Its process ends with it; left out: false. */
  isLast?: boolean
}

const deaths = [ProcessDied, CpuTimeExceeded, MemoryExceeded, TimedOut]

/** What a job under way gets when all is closed. */
const closeGraceSeconds = 5

/** One job at a time, in a process that is started when there is work and ended when there is none. */
export function createWorker(options: WorkerOptions) {
  const { timeoutSeconds, idleSeconds, niceness, maxMemoryBytes, onDeath } = options
  let running: ImageProcess | null = null
  let underWay: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const endProcess = async () => running?.end()

  const processFor = async (yieldsAll: boolean): Promise<ImageProcess> => {
    // It cannot have back what it yielded.
    if (running?.isAlive && running.yieldsAll && !yieldsAll) await running.end()
    if (!running?.isAlive) running = await startProcess({ niceness, yieldsAll, maxMemoryBytes })
    else if (yieldsAll) running.yieldAll()
    return running
  }

  const attempt = async (job: Job, yieldsAll: boolean): Promise<unknown> => {
    const running = await processFor(yieldsAll)
    try {
      return await running.perform(job, timeoutSeconds)
    } catch (error) {
      if (deaths.some((death) => error instanceof death)) onDeath(error as Error)
      throw error
    }
  }

  /** A death may be somebody else's fault, the first time. */
  const attemptTwice = async (job: Job, { signal, yieldsAll = false }: Asked): Promise<unknown> => {
    try {
      return await attempt(job, yieldsAll)
    } catch (error) {
      if (!(error instanceof ProcessDied) || isClosed || signal?.aborted) throw error
      return await attempt(job, yieldsAll)
    }
  }

  return {
    /**
     * Rejects as the job does; with ProcessDied when it died twice, with CpuTimeExceeded, MemoryExceeded
     * or TimedOut at once, or with AppError OVERLOADED when no process can be started.
     */
    perform: async <T extends Job>(job: T, asked: Asked = {}): Promise<Results[T['op']]> => {
      clearTimeout(idle)
      const work = attemptTwice(job, asked)
      underWay = work.catch(() => {})
      try {
        return (await work) as Results[T['op']]
      } finally {
        if (asked.isLast) await endProcess()
        idle = setTimeout(endProcess, idleSeconds * 1000).unref()
      }
    },

    close: async (): Promise<void> => {
      isClosed = true
      const grace = new AbortController()
      await Promise.race([
        underWay,
        after(closeGraceSeconds * 1000, undefined, { signal: grace.signal }).catch(() => {}),
      ])
      grace.abort()
      clearTimeout(idle)
      await endProcess()
    },
  }
}

export type Worker = ReturnType<typeof createWorker>

/** Once more where it fails: that has nothing to do with any picture. */
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
