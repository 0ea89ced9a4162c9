import { isPossible } from './launch.js'

/**
 * Of an image process with nothing to do, bytes as RLIMIT_DATA counts them: 113 MiB with Node 20, most
 * of it stacks of threads that are never touched, up to 190 after large pictures.
 */
const idleBytes = 208 * 1024 * 1024

type Measure = { gives: string; prefix: readonly string[] }

/**
 * What an ordinary user may ask of Linux by commands of util-linux. Each takes about 1 ms of CPU time
 * at a start.
 *
 * RLIMIT_DATA counts private writable memory; RLIMIT_AS would count what Node reserves as well, 1 GB
 * and more, which differs from one version to another. A network of its own needs a user namespace,
 * which containers often forbid.
 */
const measures = (pictureBytes: number): Measure[] => [
  {
    gives: 'a memory limit (prlimit)',
    prefix: ['prlimit', `--data=${idleBytes + pictureBytes}`, '--core=0'],
  },
  { gives: 'no new privileges (setpriv)', prefix: ['setpriv', '--no-new-privs'] },
  { gives: 'no network (unshare)', prefix: ['unshare', '--user', '--net', '--ipc'] },
]

async function possibleAmong(all: readonly Measure[]) {
  const possible = await Promise.all(all.map(({ prefix }) => isPossible(prefix)))
  return all.map((measure, i) => ({ ...measure, isPossible: possible[i] === true }))
}

/** Commands by which an image process is executed, so that a picture takes at most so many bytes. */
export async function confinementWithin(pictureBytes: number): Promise<(readonly string[])[]> {
  const tried = await possibleAmong(measures(pictureBytes))
  return tried.filter(({ isPossible }) => isPossible).map(({ prefix }) => prefix)
}

type Log = { warn(fields: object, message: string): void }

/** Logs once, at a start, what image processes go without because the system does not offer it. */
export async function reportConfinement(log: Log): Promise<void> {
  const tried = await possibleAmong(measures(idleBytes))
  const missing = tried.filter(({ isPossible }) => !isPossible).map(({ gives }) => gives)
  if (missing.length > 0) {
    log.warn({ missing }, 'image processes run less confined than they could be')
  }
}
