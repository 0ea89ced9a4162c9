import type { Clock } from '@vitrine/coherence'
import type { Random } from '@vitrine/testing/random'
import type { MachineClock } from './machine-clock.js'
import type { Scheduler } from './scheduler.js'

type ProcessDeps = { scheduler: Scheduler; random: Random; machine: MachineClock }

/** Time between two deliveries to a process that resumes, ms. */
const betweenHeldMs = 0.01

/**
 * One run of a program. All input (timers, answers, messages, requests) comes through `deliver`. A
 * halted process gets it when it resumes, in no particular order; a dead process never does.
 */
export function createProcess({ scheduler, random, machine }: ProcessDeps) {
  const held: (() => void)[] = []
  let halts = 0
  let isAlive = true

  const deliver = (run: () => void): void => {
    if (!isAlive) return
    if (halts > 0) {
      held.push(run)
      return
    }
    scheduler.followPromises()
    run()
  }

  const clock: Clock = {
    monotonicMs: machine.monotonicMs,
    wallMs: machine.wallMs,
    after: (ms, run) => {
      const dueMs = machine.monotonicMs() + ms
      let cancel = (): void => undefined
      let isCancelled = false
      const arm = () => {
        const lateMs = random.next()
        cancel = scheduler.after(machine.virtualMsUntil(dueMs) + lateMs, () => deliver(ring))
      }
      const ring = () => {
        if (isCancelled) return
        // The machine was suspended: the rest of the time has yet to pass.
        if (machine.monotonicMs() < dueMs) arm()
        else run()
      }
      arm()
      return () => {
        isCancelled = true
        cancel()
      }
    },
  }

  return {
    clock,
    deliver,
    isAlive: (): boolean => isAlive,
    isHalted: (): boolean => halts > 0,
    halt: (): void => {
      halts += 1
    },
    resume: (): void => {
      halts -= 1
      if (halts > 0) return
      for (const [index, run] of random.shuffled(held.splice(0)).entries()) {
        scheduler.after(index * betweenHeldMs, () => deliver(run))
      }
    },
    kill: (): void => {
      isAlive = false
      held.length = 0
    },
  }
}

export type Process = ReturnType<typeof createProcess>
