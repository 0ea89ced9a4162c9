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
export async function supervise({
  name,
  group,
  start,
  restartDelayMs,
  log,
  onRestart,
}: SuperviseOptions): Promise<Supervised> {
  let running = await start()
  watch()
  return {
    get pid() {
      return running.pid
    },
  }

  function watch(): void {
    void running.exited.then((exit) => {
      const how = `ended unexpectedly (${describeExit(exit)})`
      restartAfter(restartDelayMs, how, describeOutput(running.output()))
    })
  }

  function restartAfter(delayMs: number, what: string, why: string): void {
    if (group.isStopped) return
    const next = delayMs > 0 ? `restart in ${Math.ceil(delayMs / 1000)} s` : 'it is not restarted'
    log(`${name} ${what}; ${next}; ${why}`)
    if (delayMs > 0) setTimeout(() => void restart(delayMs), delayMs).unref()
  }

  async function restart(delayMs: number): Promise<void> {
    try {
      running = await start()
      log(`${name} runs again, pid ${running.pid}`)
      onRestart()
      watch()
    } catch (error) {
      const longerMs = Math.min(delayMs * 2, maxDelayMs)
      restartAfter(longerMs, 'could not be restarted', String(error))
    }
  }
}
