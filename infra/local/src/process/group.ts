import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeFailure } from './outcome.js'
import { type Program, type RunningProgram, startProgram } from './program.js'

/** Programs that are stopped together; a stopped group starts no more programs. */
export class ProgramGroup {
  readonly #running = new Set<RunningProgram>()
  readonly #starting = new Set<Promise<unknown>>()
  #isStopped = false

  constructor(
    /** Folders for `<name>.log` and `<name>.pid` of each program. */
    private readonly folders: { logs: string; pids: string },
  ) {}

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** @throws if the program cannot be executed or the group was stopped. */
  async start(program: Program): Promise<RunningProgram> {
    if (this.#isStopped) throw new Error(`${program.name} is not started: the stack is stopping`)
    const starting = startProgram(program, {
      logFile: join(this.folders.logs, `${program.name}.log`),
      pidFile: join(this.folders.pids, `${program.name}.pid`),
    })
    this.#starting.add(starting)
    try {
      const running = await starting
      this.#running.add(running)
      void running.exited.then(() => this.#running.delete(running))
      return running
    } finally {
      this.#starting.delete(starting)
    }
  }

  /**
   * Runs a program until it exits.
   *
   * @param onLine called with each line of its output, shortly after it was written.
   * @returns its output.
   * @throws an error with its last lines if it fails.
   */
  async run(program: Program, onLine?: (line: string) => void): Promise<string> {
    const running = await this.start(program)
    if (onLine !== undefined) await followLines(running, onLine)
    const exit = await running.exited
    if (exit.code === 0) return running.output()
    throw new Error(describeFailure(program.name, exit, running.output()))
  }

  /** Resolves when every program has exited. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.#running].map((program) => program.stop()))
  }
}

/** Forwards complete lines of a program's output until the program has exited. */
export async function followLines(
  program: Pick<RunningProgram, 'exited' | 'output'>,
  onLine: (line: string) => void,
): Promise<void> {
  let isOver = false
  const end = program.exited.then(() => {
    isOver = true
  })
  let passedOn = 0
  const passOn = () => {
    const lines = program.output().split('\n').slice(0, -1)
    for (const line of lines.slice(passedOn)) onLine(line)
    passedOn = lines.length
  }
  while (!isOver) {
    passOn()
    await Promise.race([end, sleep(500)])
  }
  passOn()
}
