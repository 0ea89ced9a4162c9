import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, createCaller, type Reply } from '@vitrine/testing/http'
import { createRandom } from '@vitrine/testing/random'
import type { Read } from '../check.js'
import type { Probe, TrialFixture } from './fixture.js'

const lanesPerReplica = 3
/** Longer than any replica is paused. */
const timeoutMs = 15_000

const { pick } = createRandom(Date.now())

/** What readers read from: a replica, or a router in front of them. */
export type Source = {
  name: string
  url: () => string
  /** Whether it was not running at some time in this interval. */
  wasDown: (fromMs: number, toMs: number) => boolean
}

/**
 * Reads the current subjects from every replica, on kept-alive connections, until the trial ends.
 *
 * @param pauseMs between two reads of a lane: the services share this machine.
 */
export async function runReaders(
  fixture: TrialFixture,
  { replicas, pauseMs }: { replicas: readonly Source[]; pauseMs: number },
): Promise<void> {
  const lanes = replicas.flatMap((replica) =>
    Array.from({ length: lanesPerReplica }, () => readRepeatedly(replica, fixture, pauseMs)),
  )
  await Promise.all(lanes)
}

async function readRepeatedly(
  replica: Source,
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

/** Sends one request to one replica and records the outcome. Never rejects. */
async function readOnce(replica: Source, probe: Probe, caller: Caller): Promise<Read> {
  const startMs = performance.now()
  const reply = await caller.send(replica.url(), probe.call).catch((error: Error) => error)
  const endMs = performance.now()
  const read = { replica: replica.name, startMs, endMs }
  if (!(reply instanceof Error)) return { ...read, outcome: outcomeOf(reply, probe) }
  if (replica.wasDown(startMs, endMs)) return { ...read, outcome: { kind: 'unreachable' } }
  return { ...read, outcome: { kind: 'wrong', what: reply.message } }
}

function outcomeOf(reply: Reply, { appearanceOf, call }: Probe): Read['outcome'] {
  if (reply.status === 503) return { kind: 'unavailable' }
  const appearance = appearanceOf(reply)
  if (appearance !== null) return { kind: 'seen', appearance }
  return { kind: 'wrong', what: `${call.path}: ${reply.status} ${reply.body.slice(0, 200)}` }
}
