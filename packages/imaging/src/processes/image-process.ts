import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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

/** It was ended because its job took too long. */
export class TimedOut extends Error {}

/** A tenth of the share of another session: what yields all is slow beside busy programs, but goes on. */
const yieldingSession = 10

type Death = new (message: string) => Error

/** A child process that does one job at a time, in a session of its own. It has to be ended. */
export class ImageProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>
  #isAlive = true
  #yieldsAll: boolean
  #sessionNiceness: Promise<void> = Promise.resolve()
  #diedOf: Death = ProcessDied
  #settle: (outcome: Answer | Error) => void = () => {}

  /** @throws ProcessDied, TimedOut. */
  static async start(yielding: Yielding): Promise<ImageProcess> {
    const started = new ImageProcess(await launch(memoryFlags, yielding), yielding)
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
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (message: Message) => {
      if ('isCpuTimeExceeded' in message) this.#giveUp(CpuTimeExceeded)
      else this.#settle(message)
    })
    this.#gone = new Promise((resolve) => {
      const end = (how: string) => {
        this.#isAlive = false
        this.#settle(new this.#diedOf(`an image process ${how}`))
        resolve()
      }
      this.#child.on('error', (error) => end(`failed: ${error.message}`))
      this.#child.on('exit', (code, signal) => end(`ended with ${signal ?? `code ${code}`}`))
    })
    this.#setSessionNiceness(yieldsAll ? yieldingSession : niceness)
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
    this.#child.ref()
    this.#child.channel?.ref()
    try {
      return await this.#answer(job, seconds)
    } finally {
      // With nothing to do it keeps no program from ending.
      this.#child.unref()
      this.#child.channel?.unref()
    }
  }

  /** Resolves when it is gone. It holds nothing worth a farewell. */
  end(): Promise<void> {
    this.#child.ref()
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
    if ('failure' in outcome) throw restoreFailure(outcome.failure)
    return outcome.result
  }
}
