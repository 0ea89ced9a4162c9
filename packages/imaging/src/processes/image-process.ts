import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isOutOfMemory } from '../memory/check.js'
import { confinementWithin } from './confinement.js'
import { environment } from './environment.js'
import { type Launch, launch, type Yielding, yieldAll } from './launch.js'
import { type Answer, type Job, type Message, restoreFailure } from './messages.js'
import { setSessionNiceness } from './session-niceness.js'

const program = fileURLToPath(new URL('./program.js', import.meta.url))

/** Megabytes of V8's heap; pictures are outside of it. */
const memoryFlags = ['--max-old-space-size=64', '--max-semi-space-size=1']

/** Long: where others are busy it waits for a core. */
const startSeconds = 60

/** It crashed, or somebody ended it, or it could not be started. */
export class ProcessDied extends Error {}

/** It was ended because its job took more CPU time than it may. */
export class CpuTimeExceeded extends Error {}

/** It ended because it was refused memory. */
export class MemoryExceeded extends Error {}

/** It was ended because its job took too long. */
export class TimedOut extends Error {}

/** A tenth of the share of another session: what yields all is slow beside busy programs, but goes on. */
const yieldingSession = 10

/** Enough for the last words of V8, GLib or the C++ runtime, characters. */
const lastWordsLength = 4000

/** How an image process is started. */
export type StartOptions = Yielding & {
  /** Memory that its picture may take, bytes: a hard limit where the system has one; left out: any. */
  maxMemoryBytes?: number | undefined
}

type Death = new (message: string) => Error

/** A child process that does one job at a time, in a session of its own. It has to be ended. */
export class ImageProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>
  #isAlive = true
  #yieldsAll: boolean
  #sessionNiceness: Promise<void> = Promise.resolve()
  #diedOf: Death = ProcessDied
  #lastWords = ''
  #settle: (outcome: Answer | Error) => void = () => {}

  /** @throws ProcessDied, TimedOut. */
  static async start({ maxMemoryBytes, ...yielding }: StartOptions): Promise<ImageProcess> {
    const confinement = maxMemoryBytes === undefined ? [] : await confinementWithin(maxMemoryBytes)
    const how = await launch(memoryFlags, yielding, confinement)
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
        if (this.#diedOf === ProcessDied && isOutOfMemory(this.#lastWords)) {
          this.#diedOf = MemoryExceeded
        }
        this.#settle(new this.#diedOf(`an image process ${how}`))
        resolve()
      }
      this.#child.on('error', (error) => end(`failed: ${error.message}`))
      // Unlike `exit`, when all that it wrote has been read.
      this.#child.on('close', (code, signal) => end(`ended with ${signal ?? `code ${code}`}`))
    })
    this.#setSessionNiceness(yieldsAll ? yieldingSession : niceness)
  }

  /** Its standard error goes to ours. V8, GLib and C++ report there that memory was refused. */
  #listen(): void {
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      this.#lastWords = (this.#lastWords + chunk.toString('latin1')).slice(-lastWordsLength)
    })
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  get yieldsAll(): boolean {
    return this.#yieldsAll
  }

  /** For good: see `Yielding`. */
  yieldAll(): void {
    if (this.#yieldsAll || this.#child.pid === undefined) return
    this.#yieldsAll = true
    void yieldAll(this.#child.pid)
    this.#setSessionNiceness(yieldingSession)
  }

  /** One after the other: the last one counts. */
  #setSessionNiceness(niceness: number): void {
    const { pid } = this.#child
    if (pid === undefined) return
    this.#sessionNiceness = this.#sessionNiceness.then(() => setSessionNiceness(pid, niceness))
  }

  /**
   * Rejects as the job does, or with ProcessDied, CpuTimeExceeded or TimedOut: libvips can't be
   * interrupted, so the process is ended.
   */
  async perform(job: Job, seconds: number): Promise<unknown> {
    this.#ref()
    try {
      return await this.#answer(job, seconds)
    } finally {
      // With nothing to do it keeps no program from ending.
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

  /** A pipe is a socket to Node. */
  get #errors(): Socket | null {
    return this.#child.stderr as Socket | null
  }

  /** Resolves when it is gone. It holds nothing worth a farewell. */
  end(): Promise<void> {
    this.#ref()
    this.#kill()
    return this.#gone
  }

  #giveUp(reason: Death): void {
    this.#diedOf = reason
    this.#kill()
  }

  /** It counts as gone from now on, so that no other picture gets into what is left of it. */
  #kill(): void {
    this.#isAlive = false
    this.#child.kill('SIGKILL')
  }

  async #answer(job: Job | null, seconds: number): Promise<unknown> {
    if (!this.#isAlive) throw new ProcessDied('an image process ended while it had nothing to do')
    const deadline = setTimeout(() => this.#giveUp(TimedOut), seconds * 1000)
    const outcome = await new Promise<Answer | Error>((resolve) => {
      this.#settle = resolve
      // That it can't be sent means that the process is gone, which `exit` tells.
      if (job) this.#child.send(job, () => {})
    })
    clearTimeout(deadline)
    if (outcome instanceof Error) throw outcome
    if ('failure' in outcome) {
      // A library that was refused memory may leave a broken state: the next picture gets a new process.
      if (outcome.failure.isOutOfMemory) this.#kill()
      throw restoreFailure(outcome.failure)
    }
    return outcome.result
  }
}
