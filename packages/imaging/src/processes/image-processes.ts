import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { outOfMemory } from '../decode/out-of-memory.js'
import { tooCostly, tooSlow, unsupportedImage } from '../decode/translate-error.js'
import type { Described } from '../describe/describe.js'
import type { Ingested } from '../ingest.js'
import type { MarkFile } from '../mark/prepared-marks.js'
import type { MemoryBudget } from '../memory/budget.js'
import type { Plan } from '../plan/plan.js'
import type { ImageLimits } from '../plan/source.js'
import { CpuTimeExceeded, MemoryExceeded, ProcessDied, TimedOut } from './image-process.js'
import type { Job, Rendered, Results } from './messages.js'
import { createProcessPool, type Perform, type ProcessPool } from './process-pool.js'

export type ImageProcessesOptions = {
  /** At most; each is started when there is work for it and handles one picture at a time. */
  processes: number
  limits: ImageLimits
  /**
   * Wall-clock limit per image; default 120. It bounds the wait for a CPU on a busy machine. The limit of
   * the actual work is the one of CPU time.
   */
  timeoutSeconds?: number
  /** A process that has been idle for this long ends and releases its memory; default 10. */
  idleSeconds?: number
  /**
   * 0–19, the niceness of image processes towards this process and others; default 0. Linux schedules by
   * session or, within a control group such as a container, by process. Each image process has a separate
   * session, so its share is the same in both cases.
   */
  niceness?: number
  /**
   * A budget from which each picture takes its memory before it is processed, and for which it waits. It may
   * be shared. Left out: the caller limits the memory.
   */
  memory?: MemoryBudget
  /** Called when a process died or was ended in the middle of a picture: for logs and metrics. */
  onDeath?: (error: Error) => void
}

type Options = { signal?: AbortSignal }

type Needs = {
  input: string
  plan: Plan | null
  signal: AbortSignal | undefined
  /** Known to the caller; otherwise measured if there is a budget. */
  memoryBytes?: number | undefined
  pixels?: number | undefined
}

type Allowance = { isLarge: boolean; maxCpuSeconds: number }

type RenderOptions = Options & {
  /**
   * Whether the image process runs only on otherwise idle cores; default false. For overload. In a control
   * group it uses the policy SCHED_IDLE; elsewhere its session gets a tenth of the weight of another. A
   * process cannot revert this, so a later image that does not yield gets a new process.
   */
  yieldsAll?: boolean
  /** An estimate for an instance without a budget, bytes; left out: not large. */
  memoryBytes?: number
  /** Pixels of the input, all frames, and of the mark; left out: as many as are accepted. They limit the CPU time. */
  inputPixels?: number
  /** For a plan with a mark. */
  mark?: MarkFile | undefined
}

/**
 * An image leaves tens of megabytes in the heap of its process. Idle processes would hold them beside
 * larger images, so they end before it, and the process of a large image ends with it. Starting a new one takes a tenth
 * of the time of such an image.
 */
const largeBytes = 192 * 1024 * 1024

/** An image process without an image, bytes. */
export const processBytes = 32 * 1024 * 1024

/** 12 megapixels of the dearest types take a third of it. Two seconds are a start, a header and a busy machine. */
const usualCpuSeconds = { base: 2, perMegapixel: 0.25 }

/**
 * `render` and `ingest` of `./direct` in child processes. A child may crash, hang or run out of memory, and
 * only its current picture is lost. The caller's own process never reads a byte of a picture.
 *
 * If a process dies, its picture is tried once more in a new process, since the picture may not be the
 * cause. A picture that exceeds its CPU time, its memory or `timeoutSeconds` is given up, and its process is
 * ended. When aborted, both reject at once with the signal's reason. `ingest` then ends its process; a rendition, which
 * others may ask for, continues until it is done or given up, and only then is its process free.
 *
 * Both throw AppError OVERLOADED when no process can be started, and after `close`.
 */
export class ImageProcesses {
  readonly #limits: ImageLimits
  readonly #memory: MemoryBudget | undefined
  readonly #pool: ProcessPool

  constructor({
    processes,
    limits,
    timeoutSeconds = 120,
    idleSeconds = 10,
    niceness = 0,
    memory,
    onDeath = () => {},
  }: ImageProcessesOptions) {
    this.#limits = limits
    this.#memory = memory
    this.#pool = createProcessPool({
      processes,
      timeoutSeconds,
      idleSeconds,
      niceness,
      maxMemoryBytes: limits.maxMemoryBytes,
      onDeath,
    })
    memory?.addIdle(this.#pool.endIdle)
  }

  /**
   * Renders the file at `input` into the new file `output`, which is complete or does not exist.
   *
   * @throws as `render` of `./direct`; IMAGE_TOO_COSTLY, or OVERLOADED if it takes too long otherwise; Error when the
   *   process died twice.
   */
  render(
    input: string,
    plan: Plan,
    output: string,
    { signal, yieldsAll, memoryBytes, inputPixels, mark }: RenderOptions = {},
  ): Promise<Rendered> {
    const limits = this.#limits
    return this.#pool.run(async (perform) => {
      const partial = `${output}.${randomUUID()}.partial`
      try {
        const job = { op: 'render', input, plan, output: partial, limits, mark } as const
        const needs = { input, plan, signal, memoryBytes, pixels: inputPixels }
        const rendered = await this.#withMemory(perform, needs, ({ isLarge, maxCpuSeconds }) =>
          runBounded(perform, { ...job, maxCpuSeconds }, { signal, yieldsAll, isLarge }),
        )
        signal?.throwIfAborted()
        await rename(partial, output)
        return rendered
      } catch (error) {
        await rm(partial, { force: true })
        throw translateDeath(error)
      }
    }, signal)
  }

  /**
   * Inspects the file and writes its mezzanines into the directory. The caller removes the directory,
   * also after an error.
   *
   * @throws as `ingest` of `./direct`. A failure of the process is attributed to the image:
   *   IMAGE_TOO_COSTLY if it takes too much CPU time, IMAGE_TOO_LARGE if too much memory, UNSUPPORTED_IMAGE if the
   *   process died twice. OVERLOADED if it takes too long otherwise.
   */
  ingest(path: string, directory: string, options: Options = {}): Promise<Ingested> {
    const limits = this.#limits
    const jobWithin = (maxCpuSeconds: number) =>
      ({ op: 'ingest', path, directory, limits, maxCpuSeconds }) as const
    return this.#look(path, jobWithin, options)
  }

  /**
   * The properties that `ingest` determines, of a picture that has been stored, from its original or a mezzanine.
   *
   * @throws as `ingest`.
   */
  describe(path: string, options: Options = {}): Promise<Described> {
    const limits = this.#limits
    const jobWithin = (maxCpuSeconds: number) =>
      ({ op: 'describe', path, limits, maxCpuSeconds }) as const
    return this.#look(path, jobWithin, options)
  }

  #look<Look extends Job>(
    path: string,
    jobWithin: (maxCpuSeconds: number) => Look,
    { signal }: Options,
  ): Promise<Results[Look['op']]> {
    return this.#pool.run(async (perform) => {
      try {
        const needs = { input: path, plan: null, signal }
        return await this.#withMemory(perform, needs, ({ isLarge, maxCpuSeconds }) =>
          runBounded(perform, jobWithin(maxCpuSeconds), { signal, isLarge, endsWhenAborted: true }),
        )
      } catch (error) {
        throw error instanceof ProcessDied ? unsupportedImage(error) : translateDeath(error)
      }
    }, signal)
  }

  /** Ends idle processes at once, busy ones after their picture or 5 s. Refuses waiting pictures. */
  close(): Promise<void> {
    return this.#pool.close()
  }

  /** Takes the memory for a picture from the budget, if there is one, until the work ends. */
  async #withMemory<T>(
    perform: Perform,
    { input, plan, signal, memoryBytes = 0, pixels = this.#limits.maxPixels }: Needs,
    work: (allowance: Allowance) => Promise<T>,
  ): Promise<T> {
    const limits = this.#limits
    if (this.#memory === undefined) {
      return work({
        isLarge: memoryBytes > largeBytes,
        maxCpuSeconds: this.#cpuSecondsFor(pixels, plan),
      })
    }
    const maxCpuSeconds = this.#cpuSecondsFor(0, null)
    const header = { op: 'measure', input, plan, limits, maxCpuSeconds } as const
    const measured = await runBounded(perform, header, { signal })
    const share = await this.#memory.take(measured.bytes + processBytes, signal)
    try {
      if (this.#memory.takenBytes() > largeBytes) await this.#memory.endIdle()
      return await work({
        isLarge: measured.bytes > largeBytes,
        maxCpuSeconds: this.#cpuSecondsFor(measured.pixels, plan),
      })
    } finally {
      share.giveBack()
    }
  }

  /** The limit for reading the pixels of the input and writing those of the plan's result. */
  #cpuSecondsFor(inputPixels: number, plan: Plan | null): number {
    const { base, perMegapixel } = this.#limits.cpuSeconds ?? usualCpuSeconds
    const pixels = inputPixels + (plan === null ? 0 : plan.width * plan.height)
    return base + (perMegapixel * pixels) / 1_000_000
  }
}

function translateDeath(error: unknown): unknown {
  if (error instanceof MemoryExceeded) return outOfMemory(error)
  if (error instanceof TimedOut) return tooSlow(error)
  return error
}

/** @throws AppError IMAGE_TOO_COSTLY if the job takes more CPU time than it may. */
async function runBounded<T extends Job>(
  perform: Perform,
  job: T,
  options: Parameters<Perform>[1],
): Promise<Results[T['op']]> {
  try {
    return await perform(job, options)
  } catch (error) {
    throw error instanceof CpuTimeExceeded ? tooCostly(job.maxCpuSeconds, error) : error
  }
}
