import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { watchOutput } from '../memory/check.js'
import { confinementWithin } from './confinement.js'
import {
  environment,
  type Launch,
  launch,
  setSessionNiceness,
  type Yielding,
  yieldAll,
} from './launch.js'
import { type Answer, type Job, type Message, restoreFailure } from './messages.js'

/** A bundle of `program.ts`, made by the build. */
const program = fileURLToPath(import.meta.resolve('#image-process'))

/** Megabytes of V8's heap; pictures are outside of it. */
const memoryFlags = ['--max-old-space-size=64', '--max-semi-space-size=1', '--expose-gc']

/**
 * A process ends after a few pictures. V8 stops a loop while it compiles it, instead of interpreting it
 * until the compiled code is ready. This saves 6 % of the CPU time of an upload.
 */
const compilerFlags = ['--no-concurrent-recompilation']

/** Long, since the start may wait for a core on a busy machine. */
const startSeconds = 60

/** The process crashed, was ended from outside, or could not be started. */
export class ProcessDied extends Error {}

/** The process was ended because its job exceeded its CPU time. */
export class CpuTimeExceeded extends Error {}

/** The process ended because it was refused memory. */
export class MemoryExceeded extends Error {}

/** The process was ended because its job took too long. */
export class TimedOut extends Error {}

/** A tenth of the weight of another session: slow on a busy machine, but never starved. */
const yieldingSession = 10

export type StartOptions = Yielding & {
  /** Memory that its picture may take, bytes: a hard limit where the system has one; left out: any. */
  maxMemoryBytes?: number | undefined
}

type Death = new (message: string) => Error

/** A child process that runs one job at a time, in a session of its own. Call `end` when it is not needed. */
export class ImageProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>
  readonly #output = watchOutput()
  #isAlive = true
  #yieldsAll: boolean
  #sessionNiceness: Promise<void> = Promise.resolve()
  #diedOf: Death = ProcessDied
  #settle: (outcome: Answer | Error) => void = () => {}

  /** @throws ProcessDied, TimedOut. */
  static async start({ maxMemoryBytes, ...yielding }: StartOptions): Promise<ImageProcess> {
    const confinement = maxMemoryBytes === undefined ? [] : await confinementWithin(maxMemoryBytes)
    const how = await launch([...memoryFlags, ...compilerFlags], yielding, confinement)
    const started = new ImageProcess(how, yielding)
    await started.#answer(null, startSeconds)
    return started
  }

  private constructor(how: Launch, { niceness, yieldsAll }: Yielding) {
    this.#yieldsAll = yieldsAll
    this.#child = fork(program, {
      ...how,
      detached: true,
      // biome-ignore lint/style/noProcessEnv: no setting, but what a child must not get all of
      env: environment(process.env),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#listen()
    this.#child.on('message', (message: Message) => {
      if ('isCpuTimeExceeded' in message) this.#giveUp(CpuTimeExceeded)
      else this.#settle(message)
    })
    this.#gone = new Promise((resolve) => {
      const end = (how: string) => {
        this.#isAlive = false
        if (this.#diedOf === ProcessDied && this.#output.saysOutOfMemory()) {
          this.#diedOf = MemoryExceeded
        }
        this.#settle(new this.#diedOf(`an image process ${how}`))
        resolve()
      }
      this.#child.on('error', (error) => end(`failed: ${error.message}`))
      // Unlike `exit`, `close` comes when everything that the process wrote has been read.
      this.#child.on('close', (code, signal) => end(`ended with ${signal ?? `code ${code}`}`))
    })
    this.#setSessionNiceness(yieldsAll ? yieldingSession : niceness)
  }

  /** Copies its standard error to ours. V8, GLib and C++ report there that memory was refused. */
  #listen(): void {
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      this.#output.read(chunk)
    })
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  get yieldsAll(): boolean {
    return this.#yieldsAll
  }

  /** Cannot be undone: see `Yielding`. */
  yieldAll(): void {
    if (this.#yieldsAll || this.#child.pid === undefined) return
    this.#yieldsAll = true
    void yieldAll(this.#child.pid)
    this.#setSessionNiceness(yieldingSession)
  }

  /** Applied one after the other, so that the last one stays. */
  #setSessionNiceness(niceness: number): void {
    const { pid } = this.#child
    if (pid === undefined) return
    this.#sessionNiceness = this.#sessionNiceness.then(() => setSessionNiceness(pid, niceness))
  }

  /**
   * Rejects as the job does, or with ProcessDied, CpuTimeExceeded, MemoryExceeded or TimedOut. libvips
   * cannot be interrupted, so the process is ended then.
   */
  async perform(job: Job, seconds: number): Promise<unknown> {
    this.#ref()
    try {
      return await this.#answer(job, seconds)
    } finally {
      // An idle image process does not keep its program from ending.
      this.#child.unref()
      this.#child.channel?.unref()
      this.#errors?.unref()
    }
  }

  #ref(): void {
    this.#child.ref()
    this.#child.channel?.ref()
    this.#errors?.ref()
  }

  /** Node makes a socket of the pipe. */
  get #errors(): Socket | null {
    return this.#child.stderr as Socket | null
  }

  /** Kills the process, which has no state to save. Resolves when it has ended. */
  end(): Promise<void> {
    this.#ref()
    this.#kill()
    return this.#gone
  }

  #giveUp(reason: Death): void {
    this.#diedOf = reason
    this.#kill()
  }

  /** From now on the process counts as ended, so that it gets no other picture. */
  #kill(): void {
    this.#isAlive = false
    this.#child.kill('SIGKILL')
  }

  async #answer(job: Job | null, seconds: number): Promise<unknown> {
    if (!this.#isAlive) throw new ProcessDied('an image process ended while it had nothing to do')
    this.#output.forget()
    const deadline = setTimeout(() => this.#giveUp(TimedOut), seconds * 1000)
    const outcome = await new Promise<Answer | Error>((resolve) => {
      this.#settle = resolve
      // If it cannot be sent, the process has ended, which `close` reports.
      if (job) this.#child.send(job, () => {})
    })
    clearTimeout(deadline)
    if (outcome instanceof Error) throw outcome
    if ('failure' in outcome) {
      // A library that was refused memory may be in a broken state: the next picture gets a new process.
      if (outcome.failure.isOutOfMemory) this.#kill()
      throw restoreFailure(outcome.failure)
    }
    return outcome.result
  }
}
