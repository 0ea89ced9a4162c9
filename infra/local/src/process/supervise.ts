import type { ProgramGroup } from './group.js'
import { describeExit, describeOutput } from './outcome.js'
import type { RunningProgram } from './program.js'

type SuperviseOptions = {
  name: string
  group: ProgramGroup
  start: () => Promise<RunningProgram>
  /** Milliseconds between an unexpected exit and the restart, doubled per failure; 0 disables restarts. */
  restartDelayMs: number
  log: (line: string) => void
  onRestart: () => void
}

/** `pid` is that of the latest process. */
type Supervised = { readonly pid: number }

const maxDelayMs = 60_000

/**
 * Starts a program, reports unexpected exits and restarts it until the group is stopped.
 *
 * @throws if the first start fails.
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  let running = await options.start()
  watch(options.restartDelayMs)
  return {
    get pid() {
      return running.pid
    },
  }

  function watch(delayMs: number): void {
    void running.exited.then((exit) => {
      if (options.group.isStopped) return
      options.log(
        `${options.name} ended unexpectedly (${describeExit(exit)}); ${next(delayMs)}; ${describeOutput(running.output())}`,
      )
      scheduleRestart(delayMs)
    })
  }

  function scheduleRestart(delayMs: number): void {
    if (delayMs > 0) setTimeout(() => void restart(delayMs), delayMs).unref()
  }

  async function restart(delayMs: number): Promise<void> {
    try {
      running = await options.start()
      options.log(`${options.name} runs again, pid ${running.pid}`)
      options.onRestart()
      watch(options.restartDelayMs)
    } catch (error) {
      if (options.group.isStopped) return
      const longerMs = Math.min(delayMs * 2, maxDelayMs)
      options.log(`${options.name} could not be restarted; ${next(longerMs)}: ${String(error)}`)
      scheduleRestart(longerMs)
    }
  }
}

function next(delayMs: number): string {
  return delayMs > 0 ? `restart in ${Math.ceil(delayMs / 1000)} s` : 'it is not restarted'
}
