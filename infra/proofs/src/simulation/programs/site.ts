import type { Environment } from '../environment/environment.js'
import type { Machine } from '../environment/machine.js'
import type { Process } from '../environment/process.js'

type Program = {
  process: Process
  /** Crashes at the worst moment. */
  die: () => void
  /** Shuts down in order. */
  leave: () => void
}

type SiteDeps<Started extends Program> = {
  environment: Environment
  machine: Machine
  /** @param id names this run of the program. */
  start: (id: string) => Started
}

/** A machine is busy while its program starts or leaves: its calls may take this much longer. */
const maxBusyMs = 500
const startsWithinMs = 1500

/** A machine that runs one program and restarts it. It has one fault at a time. */
export function createSite<Started extends Program>({
  environment,
  machine,
  start,
}: SiteDeps<Started>) {
  const { scheduler, random } = environment
  let runs = 0
  const run = (): Started => {
    runs += 1
    environment.trace?.(`${machine.name} starts`)
    return start(`${machine.name}.${runs}`)
  }
  let program = run()
  let isBusy = false

  /** @param begin begins a fault and returns a function that ends it. */
  const exclusively = (what: string, begin: () => () => void): (() => void) | null => {
    if (isBusy) return null
    isBusy = true
    environment.trace?.(`fault: ${machine.name} ${what}`)
    const end = begin()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      isBusy = false
      environment.trace?.(`${machine.name} no longer ${what}`)
      end()
    }
  }
  const slow = () => machine.links.postgres.slow(random.between(0, maxBusyMs))
  const restart = () => {
    program.process.kill()
    scheduler.after(startsWithinMs, slow())
    program = run()
  }

  return {
    machine,
    program: (): Started => program,
    pause: () =>
      exclusively('is paused', () => {
        program.process.halt()
        return program.process.resume
      }),
    suspend: () =>
      exclusively('is suspended', () => {
        program.process.halt()
        machine.clock.suspend()
        return () => {
          machine.clock.resume()
          program.process.resume()
        }
      }),
    crash: () =>
      exclusively('is dead', () => {
        program.die()
        return restart
      }),
    /** Reads still arrive while it leaves, and after that. */
    leave: () =>
      exclusively('leaves', () => {
        const hurry = slow()
        program.leave()
        return () => {
          hurry()
          restart()
        }
      }),
  }
}

export type Site<Started extends Program = Program> = ReturnType<typeof createSite<Started>>
