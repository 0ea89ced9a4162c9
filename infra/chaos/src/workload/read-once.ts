import type { Caller, Reply } from '@vitrine/testing/http'
import type { Read } from '../history/history.js'
import type { Probe } from './fixture.js'

/** A replica to read from. `wasDown`: whether it was not running at some time in an interval. */
export type Replica = {
  name: string
  url: () => string
  wasDown: (fromMs: number, toMs: number) => boolean
}

/** Sends one request to one replica and records the outcome. Never rejects. */
export async function readOnce(replica: Replica, probe: Probe, caller: Caller): Promise<Read> {
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
