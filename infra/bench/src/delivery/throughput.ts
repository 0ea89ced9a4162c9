import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Got, get, getRight, type Target } from '../load/get.js'
import type { WrkReport } from '../load/wrk-report.js'
import { startFastify } from '../peers/fastify.js'
import { startNginx } from '../peers/nginx.js'
import type { Peer } from '../peers/peer.js'
import { headersToCopy, type Served } from '../peers/served.js'
import { type Bar, type Line, line } from '../report/line.js'
import { inTurns } from '../rounds.js'
import type { Fixture } from './fixture.js'

type Comparison = {
  /** `widget, kept` */
  name: string
  target: Target
  bars?: readonly Bar[]
  /** Too large to be cached in memory. */
  isLarge?: boolean
  /** Requested with its own ETag: 304. */
  isRevalidated?: boolean
  withNginx?: boolean
}

/**
 * Requests per second of one delivery process for cached content, compared with bare Fastify and
 * nginx serving the same bytes.
 *
 * @throws if a response differs, because only equal work is compared.
 */
export async function compareThroughput(
  fixture: Fixture,
  { name, target, bars = [], isLarge = false, isRevalidated = false, withNginx = true }: Comparison,
): Promise<Line[]> {
  const { wrk, folder, log } = fixture
  const first = await getRight(target)
  const served: Served = {
    path: new URL(target.url).pathname,
    file: join(folder, 'served'),
    headers: headersToCopy(first.headers),
    isLarge,
  }
  await writeFile(served.file, first.body)
  const peers: Record<string, Peer> = {}
  try {
    peers.fastify = await startFastify(served, folder)
    if (withNginx) peers.nginx = await startNginx(fixture.nginx, served, folder)
    log(`${name}: ${first.body.length} bytes, beside ${Object.keys(peers).join(' and ')} …`)
    const targets: Record<string, Target> = {
      ours: await prepare(target, first, isRevalidated),
    }
    for (const [peer, { url }] of Object.entries(peers)) {
      targets[peer] = await prepare(elsewhere(target, url), first, isRevalidated)
    }
    await wrk.warmUp(Object.values(targets))
    const measures = Object.entries(targets).map(
      ([contender, given]) => [contender, () => wrk.measure(given)] as const,
    )
    return linesOf(name, await inTurns(Object.fromEntries(measures)), bars)
  } finally {
    for (const peer of Object.values(peers)) await peer.stop()
  }
}

function elsewhere({ url, headers = {} }: Target, origin: string): Target {
  const { pathname, search } = new URL(url)
  return { url: origin + pathname + search, headers }
}

/** Verifies that the server's response matches ours, and returns the request to measure. */
async function prepare(target: Target, expected: Got, isRevalidated: boolean): Promise<Target> {
  const got = await getRight(target)
  if (!got.body.equals(expected.body))
    throw new Error(`${target.url} answers with other bytes than ours`)
  if (!isRevalidated) return target
  const headers = { ...target.headers, 'if-none-match': String(got.headers.etag) }
  const { status } = await get({ ...target, headers })
  if (status !== 304) throw new Error(`${target.url} answered ${status} where 304 was right`)
  return { ...target, headers }
}

function linesOf(
  name: string,
  { ours = [], ...peers }: Record<string, WrkReport[]>,
  bars: readonly Bar[],
): Line[] {
  const entries = Object.entries(peers)
  const pick = (key: keyof WrkReport) => ({
    ours: ours.map((report) => report[key]),
    peers: entries.map(([peer, reports]) => ({
      name: peer,
      samples: reports.map((report) => report[key]),
    })),
  })
  return [
    line({ name, unit: '/s', bars, ...pick('perSecond') }),
    line({ name: `${name}: p99`, unit: 'ms', ...pick('p99Ms') }),
  ]
}
