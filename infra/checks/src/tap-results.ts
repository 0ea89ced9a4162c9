import { Parser, type Result } from 'tap-parser'

/** The full name of a test and the messages of its failed assertions. */
export type Failure = { name: string; details: string[] }

/** Counts of tests, not assertions, and the failed tests. */
export type Tally = { passed: number; failed: number; skipped: number; failures: Failure[] }

type Content = { parts: Test[]; faults: string[] }
type Test = Content & { name: string; ok: boolean; isSkipped: boolean; end: string[] }

/** Prefix of a comment that reports an uncaught error: packages/testing/src/uncaught-errors.ts. */
const uncaughtPrefix = '# uncaught: '

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** A failure that no test reports. */
export function failure(name: string, details: string[] = []): Tally {
  return { ...emptyTally, failed: 1, failures: [{ name, details }] }
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      failures: [...sum.failures, ...tally.failures],
    }),
    emptyTally,
  )
}

/**
 * Counts the tests in a suite's TAP output: the innermost named tests, or a file that contains only
 * assertions. A file without tests, an aborted run and a suite without files are failures.
 *
 * @param badEnd of the process, which is a failure if no test has failed.
 */
export function tallyTap(tap: string, badEnd?: Failure): Tally {
  const suite = emptyContent()
  const parser = new Parser()
  collect(parser, suite)
  parser.end(tap)
  const files = suite.parts
  const tally = addTallies(files.map(tallyFile))
  if (tally.failed > 0) return tally
  const { name, details } = badEnd ?? { name: undefined, details: [] }
  const reasons = [...suite.faults, ...details]
  if (files.length === 0) {
    return failure('the suite has no test', name === undefined ? reasons : [name, ...reasons])
  }
  // All tests passed but the file did not: its plan is incomplete, or tap bailed out.
  if (parser.ok && name === undefined) return tally
  return addTallies([tally, failure(name ?? 'the run broke off', reasons)])
}

function emptyContent(): Content {
  return { parts: [], faults: [] }
}

function collect(parser: Parser, content: Content): void {
  let inner: Content | undefined
  parser.on('child', (child: Parser) => {
    inner = emptyContent()
    collect(child, inner)
  })
  parser.on('comment', (comment) => {
    if (comment.startsWith(uncaughtPrefix)) content.faults.push(comment.slice(2).trimEnd())
  })
  // A subtest's test point follows it; a point without one is an assertion or a skipped test.
  parser.on('assert', (point: Result) => {
    const { ok, name } = point
    const isSkipped = Boolean(point.skip || point.todo)
    if (inner !== undefined || isSkipped) {
      content.parts.push({
        name,
        ok,
        isSkipped,
        end: describeEnd(point),
        ...(inner ?? emptyContent()),
      })
    } else if (!ok) content.faults.push(describeFault(point))
    inner = undefined
  })
}

/** The assertion with its diff or, without one, its location. */
function describeFault({ name, diag }: Result): string {
  const { diff, stack } = (diag ?? {}) as { diff?: unknown; stack?: unknown }
  return [name, diff, stack].filter((part) => typeof part === 'string').join('\n')
}

/** How a file's process exited, if tap recorded it; after a crash this may be the only information. */
function describeEnd({ diag }: Result): string[] {
  const { exitCode, signal } = (diag ?? {}) as { exitCode?: unknown; signal?: unknown }
  if (typeof signal === 'string') return [`the process was ended by ${signal}`]
  return typeof exitCode === 'number' ? [`the process ended with code ${exitCode}`] : []
}

function tallyFile(file: Test): Tally {
  if (file.isSkipped) return failure(`${file.name} has no test`)
  return tallyTest(file, [])
}

function tallyTest(test: Test, path: readonly string[]): Tally {
  const fullName = [...path, test.name]
  const inner = addTallies(test.parts.map((part) => tallyTest(part, fullName)))
  if (test.isSkipped) return { ...emptyTally, skipped: 1 }
  // Nothing inside failed but the test did: an assertion next to the inner tests, or a crash.
  if (!test.ok && inner.failed === 0) {
    return addTallies([inner, failure(fullName.join(' › '), [...test.faults, ...test.end])])
  }
  if (test.parts.length === 0) return { ...emptyTally, passed: 1 }
  return inner
}
