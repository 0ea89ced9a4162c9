import { writeSync } from 'node:fs'

/** In seconds. */
export type Limits = {
  /** From the end of the last test to the end of the process. */
  afterTests: number
  /** Without output. */
  ofSilence: number
}

export const defaultLimits: Limits = { afterTests: 60, ofSilence: 600 }

/** The root of tap in this process. */
type Root = { timeout(options: { expired: string }): void }

/** Taken before a test can replace them. */
const { hrtime } = process
const isOnTimeMs = 1250

/**
 * Ends a process of tests that hangs, long before the timeout of tap: one that something keeps alive after its last test,
 * and one whose test waits for ever. Seconds in which this process got no turn do not count, because a busy machine is
 * slow, not wrong.
 *
 * @returns to be called after the last test.
 */
export function watchProcess(root: Root, limits: Limits): () => void {
  let counted = 0
  let written = process.stdout.bytesWritten
  let haveTestsEnded = false
  let before = hrtime.bigint()
  const look = () => {
    const now = hrtime.bigint()
    if (Number(now - before) / 1e6 < isOnTimeMs) counted += 1
    before = now
    if (haveTestsEnded) {
      if (counted >= limits.afterTests) endProcess(limits.afterTests)
    } else if (written !== process.stdout.bytesWritten) {
      written = process.stdout.bytesWritten
      counted = 0
    } else if (counted === limits.ofSilence) {
      report(`no output for ${limits.ofSilence} s; waiting for ${activeResources()}`)
      root.timeout({ expired: `${limits.ofSilence} s without output` })
    }
  }
  const timer = setInterval(look, 1000).unref()
  // Nothing of the tests keeps it alive any more. Its database is dropped now, and has a limit of its own.
  process.once('beforeExit', () => clearInterval(timer))
  return () => {
    haveTestsEnded = true
    counted = 0
  }
}

function endProcess(seconds: number): void {
  report(`still running ${seconds} s after its last test; kept alive by ${activeResources()}`)
  process.exit(1)
}

/** The runner shows such comments beside the failure. */
const report = (problem: string) => writeSync(1, `\n# uncaught: ${problem}\n`)

/** What keeps the event loop alive, such as "TCPServerWrap, Timeout (2)". */
function activeResources(): string {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo()) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ')
}
