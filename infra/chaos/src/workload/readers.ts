import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from '@vitrine/testing/http'
import { createRandom } from '@vitrine/testing/random'
import type { Stage } from './fixture.js'
import { look, type Replica } from './read-once.js'

const lanesPerReplica = 3
/** Between two reads of a lane, ms: the machine is the services' as well. */
const pauseMs = 3
/** Longer than any replica is stopped for. */
const timeoutMs = 15_000

const { pick } = createRandom(Date.now())

/** Reads what is on stage, from every replica directly, on connections that stay open. */
export async function watch(stage: Stage, replicas: readonly Replica[]): Promise<void> {
  const lanes = replicas.flatMap((replica) =>
    Array.from({ length: lanesPerReplica }, () => watchFrom(replica, stage)),
  )
  await Promise.all(lanes)
}

async function watchFrom(replica: Replica, stage: Stage): Promise<void> {
  const caller = createCaller({ timeoutMs })
  while (stage.isOn()) {
    const shown = stage.shown()
    if (shown.length > 0) {
      const { probes, reads } = pick(shown)
      reads.push(await look(replica, pick(probes), caller))
    }
    await sleep(pauseMs)
  }
  caller.close()
}
