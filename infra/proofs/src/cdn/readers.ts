import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type Caller, createCaller, type Reply } from '@vitrine/testing/http'
import { createRandom } from '@vitrine/testing/random'
import type { Read } from '../chaos/check.js'
import type { Changes } from './changes.js'
import { appearanceOf } from './subjects.js'

const readers = 50
/** Between two reads of a reader, at most: the services share this machine. */
const longestPauseMs = 250
const timeoutMs = 30_000

const { pick } = createRandom(Date.now())

/** The forms of a request for a picture. */
const forms: readonly Omit<Call, 'path'>[] = [
  {},
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-9' } },
]

/** How many of the answers came from the cache. */
export type Tally = { hits: number }

type Options = {
  url: string
  changes: Changes
  isOn: () => boolean
}

/** Reads the subjects through the cache, on kept-alive connections. */
export async function runReaders(options: Options): Promise<Tally> {
  const { url, changes, isOn } = options
  const tally = { hits: 0 }
  const runReader = async () => {
    const caller = createCaller({ timeoutMs })
    while (isOn()) {
      const shown = changes.shown()
      if (shown.length > 0) {
        const { paths, reads } = pick(shown)
        reads.push(await readOnce(caller, url, { ...pick(forms), path: pick(paths) }, tally))
      }
      await sleep(longestPauseMs * Math.random())
    }
    caller.close()
  }
  await Promise.all(Array.from({ length: readers }, runReader))
  return tally
}

/** Sends one request and records the outcome. A connection that breaks off shows no state. */
export async function readOnce(
  caller: Caller,
  url: string,
  call: Call,
  tally: Tally = { hits: 0 },
): Promise<Read> {
  const startMs = performance.now()
  const reply = await caller.send(url, call).catch(() => null)
  const read = { replica: 'the cache', startMs, endMs: performance.now() }
  if (reply === null) return { ...read, outcome: { kind: 'unreachable' } }
  if (isHit(reply)) tally.hits += 1
  if (reply.status === 503) return { ...read, outcome: { kind: 'unavailable' } }
  const appearance = appearanceOf(reply)
  if (appearance !== null) return { ...read, outcome: { kind: 'seen', appearance } }
  const what = `${call.path}: ${reply.status} ${reply.body.slice(0, 200)}`
  return { ...read, outcome: { kind: 'wrong', what } }
}

/** Varnish names the request that has filled the cache behind the one that it answers. */
const isHit = ({ headers }: Reply): boolean => `${headers['x-varnish']}`.includes(' ')
