import { readFile } from 'node:fs/promises'
import { tryPrefix } from './launch.js'

/**
 * Memory of an idle image process, bytes as counted by RLIMIT_DATA: 113 MiB with Node 20, mostly untouched
 * thread stacks, up to 190 MiB after large images.
 */
const idleBytes = 208 * 1024 * 1024

/**
 * Address space for code that V8 reserves at its start, bytes. RLIMIT_DATA counts it where the reservation is writable, as in
 * the 512 MiB of Node 24; with Node 20 and 22 there is none. Data cannot use it. 0 on a system without `/proc`.
 *
 * @param maps of a process of this Node: `/proc/<pid>/maps`, see proc(5).
 */
export function reservedForCode(maps: string): number {
  const ranges = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp /gm)]
  const sizes = ranges.map(
    ([, from = '', to = '']) => Number.parseInt(to, 16) - Number.parseInt(from, 16),
  )
  return Math.max(0, ...sizes.filter((size) => size >= 64 * 1024 * 1024))
}

const ownMaps = (): Promise<string> => readFile('/proc/self/maps', 'latin1').catch(() => '')

type Measure = { gives: string; prefix: readonly string[] }

/**
 * Limits that an unprivileged user of Linux can set by commands of util-linux. Each takes about 1 ms of CPU
 * time at a start.
 *
 * RLIMIT_DATA counts private writable memory. RLIMIT_AS would also count what Node reserves, 1 GB and more
 * depending on the version. A network namespace requires a user namespace, which containers often forbid.
 */
const measures = (dataBytes: number): Measure[] => [
  {
    gives: 'a memory limit (prlimit)',
    prefix: ['prlimit', `--data=${dataBytes}`, '--core=0'],
  },
  { gives: 'no new privileges (setpriv)', prefix: ['setpriv', '--no-new-privs'] },
  { gives: 'no network (unshare)', prefix: ['unshare', '--user', '--net', '--ipc'] },
]

async function possibleAmong(all: readonly Measure[]) {
  const possible = await Promise.all(all.map(({ prefix }) => tryPrefix(prefix)))
  return all.map((measure, i) => ({ ...measure, isPossible: possible[i] === true }))
}

/** Commands that run an image process with at most this much memory for its image. */
export async function confinementWithin(pictureBytes: number): Promise<(readonly string[])[]> {
  const reserved = reservedForCode(await ownMaps())
  const tried = await possibleAmong(measures(idleBytes + reserved + pictureBytes))
  return tried.filter(({ isPossible }) => isPossible).map(({ prefix }) => prefix)
}

type Log = { warn(fields: object, message: string): void }

/** Logs once, at a start, which limits the system does not offer. */
export async function reportConfinement(log: Log): Promise<void> {
  const tried = await possibleAmong(measures(idleBytes))
  const missing = tried.filter(({ isPossible }) => !isPossible).map(({ gives }) => gives)
  if (missing.length > 0) {
    log.warn({ missing }, 'image processes run less confined than they could be')
  }
}
