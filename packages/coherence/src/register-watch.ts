import type { Acks } from './acks.js'
import type { Clock } from './ports.js'
import type { ReplicaRegister } from './replica-register.js'

/** The time until a replica is fenced begins when its last renewal is seen here. */
const watchEveryMs = 250

type Deps = { register: ReplicaRegister; acks: Acks; clock: Clock }

/** Reads the register regularly: a dead replica is then fenced before it delays a write. */
export function createRegisterWatch({ register, acks, clock }: Deps) {
  let cancelTimer = (): void => undefined
  let isStopped = false

  const read = async (): Promise<void> => {
    try {
      const rows = await register.readAndFence()
      acks.forgetOthers(rows.map(({ id }) => id))
    } catch {
      // Without the database there is no write to wait for.
    }
    if (!isStopped) cancelTimer = clock.after(watchEveryMs, read)
  }

  return {
    start: (): void => void read(),
    stop: (): void => {
      isStopped = true
      cancelTimer()
    },
  }
}
