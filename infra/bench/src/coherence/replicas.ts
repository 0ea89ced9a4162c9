import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '@vitrine/local/services'
import type { Stack } from '../with-stack.js'

const deadlineMs = 30_000

export function createReplicas(stack: Stack) {
  const running: RunningService[] = []

  /** @throws if not all replicas are registered in time; fewer would be measured. */
  const untilRegistered = async (): Promise<void> => {
    const start = performance.now()
    let count = -1
    while (performance.now() - start < deadlineMs) {
      const [row] = await stack.database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM replicas WHERE NOT fenced`
      count = row?.count ?? 0
      if (count === running.length) return
      await sleep(100)
    }
    throw new Error(`${count} replicas are registered, ${running.length} are running`)
  }

  let turn = 0
  return {
    untilRegistered,
    grow: async (count: number): Promise<void> => {
      while (running.length < count) running.push(await stack.startDelivery())
      await untilRegistered()
    },
    /** URL of the next replica in turn. */
    next: (): string => {
      turn = (turn + 1) % running.length
      return running[turn]?.url ?? ''
    },
    /**
     * Removes dead replicas from the register. Without Redis, a dead replica cannot be distinguished from
     * one that still answers, and every change would wait for its grace period.
     */
    forgetDead: async (): Promise<void> => {
      await stack.database.$executeRaw`DELETE FROM replicas WHERE fenced`
    },
    /** Suspends a replica until `resume` is called. */
    freeze: (): { resume: () => Promise<void> } => {
      const [victim] = running
      if (victim === undefined) throw new Error('there is no replica')
      process.kill(victim.pid, 'SIGSTOP')
      return {
        resume: async () => {
          process.kill(victim.pid, 'SIGCONT')
          await untilRegistered()
        },
      }
    },
    kill: async (): Promise<void> => {
      const victim = running.shift()
      await victim?.stop('SIGKILL')
    },
  }
}

export type Replicas = ReturnType<typeof createReplicas>
