import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '@vitrine/local/services'
import type { Stack } from './stack.js'

/** The delivery replicas of a stack. */
export function createReplicas(stack: Stack) {
  const running: RunningService[] = []
  let turn = 0
  return {
    /** Resolves when all replicas are registered; fewer would be measured. */
    grow: async (count: number): Promise<void> => {
      while (running.length < count) running.push(await stack.startDelivery())
      const deadlineMs = performance.now() + 60_000
      for (let registered = -1; registered !== count; await sleep(100)) {
        if (performance.now() > deadlineMs)
          throw new Error(`${registered} of ${count} are registered`)
        const [row] = await stack.database.$queryRaw<{ count: number }[]>`
          SELECT count(*)::int AS count FROM replicas WHERE NOT fenced`
        registered = row?.count ?? 0
      }
    },
    /** URL of the next replica in turn. */
    next: (): string => {
      turn += 1
      return running[turn % running.length]?.url ?? ''
    },
    /** Sends a signal to a replica, which is not among those in turn from now on. */
    signal: (signal: 'SIGSTOP' | 'SIGKILL'): RunningService => {
      const victim = running.shift()
      if (victim === undefined) throw new Error('there is no replica')
      process.kill(victim.pid, signal)
      return victim
    },
    /**
     * Removes dead replicas from the register. Without Redis, a dead replica cannot be distinguished from one that
     * still answers, and every change would wait for its grace period.
     */
    forgetDead: async (): Promise<void> => {
      await stack.database.$executeRaw`DELETE FROM replicas WHERE fenced`
    },
  }
}
