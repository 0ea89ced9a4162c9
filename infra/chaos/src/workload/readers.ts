import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from '@vitrine/testing/http'
import { createRandom } from '@vitrine/testing/random'
import type { TrialFixture } from './fixture.js'
import { type Replica, readOnce } from './read-once.js'

const lanesPerReplica = 3
/** Longer than any replica is paused. */
const timeoutMs = 15_000

const { pick } = createRandom(Date.now())

/**
 * Reads the current subjects from every replica, on kept-alive connections, until the trial ends.
 *
 * @param pauseMs between two reads of a lane: the services share this machine.
 */
export async function runReaders(
  fixture: TrialFixture,
  { replicas, pauseMs }: { replicas: readonly Replica[]; pauseMs: number },
): Promise<void> {
  const lanes = replicas.flatMap((replica) =>
    Array.from({ length: lanesPerReplica }, () => readRepeatedly(replica, fixture, pauseMs)),
  )
  await Promise.all(lanes)
}

async function readRepeatedly(
  replica: Replica,
  fixture: TrialFixture,
  pauseMs: number,
): Promise<void> {
  const caller = createCaller({ timeoutMs })
  while (fixture.isOn()) {
    const shown = fixture.shown()
    if (shown.length > 0) {
      const { probes, reads } = pick(shown)
      reads.push(await readOnce(replica, pick(probes), caller))
    }
    await sleep(pauseMs)
  }
  caller.close()
}
