import { quantile, table } from '@vitrine/proofs'
import type { Violation } from '../history/check.js'
import type { Outcome } from '../trial/trial.js'

const head = [
  'nemesis',
  'reads',
  'acks',
  'stale',
  'lost',
  '503',
  'errors',
  'ack p50 ms',
  'p99',
  'max',
  'healed s',
]

const milliseconds = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(1))
const count = (violations: readonly Violation[], kind: Violation['kind']) =>
  violations.filter((violation) => violation.kind === kind).length

export const trialTable = (outcomes: readonly Outcome[]): string =>
  table(
    head,
    outcomes.map(({ nemesis, reads, unavailable, acknowledgedMs, violations, ...outcome }) => [
      nemesis,
      String(reads),
      String(acknowledgedMs.length),
      String(count(violations, 'stale')),
      String(count(violations, 'lost')),
      String(unavailable),
      String(count(violations, 'wrong') + outcome.failures.length),
      milliseconds(quantile(acknowledgedMs, 0.5)),
      milliseconds(quantile(acknowledgedMs, 0.99)),
      milliseconds(quantile(acknowledgedMs, 1)),
      outcome.recoveredMs === null ? 'never' : (outcome.recoveredMs / 1000).toFixed(2),
    ]),
  )

/** Whether nothing was stale, lost or wrong, and the stack recovered in time. */
export const isClean = ({ violations, failures, recoveredMs }: Outcome): boolean =>
  violations.length === 0 && failures.length === 0 && recoveredMs !== null

const shownViolations = 10

/** The first few problems, one line each. */
export function complaints({ nemesis, violations, failures, recoveredMs }: Outcome): string[] {
  const lines = [
    ...violations.map(describeViolation),
    ...failures,
    ...(recoveredMs === null ? ['it did not recover'] : []),
  ]
  const more = lines.length - shownViolations
  return [...lines.slice(0, shownViolations), ...(more > 0 ? [`and ${more} more`] : [])].map(
    (line) => `${nemesis}: ${line}`,
  )
}

function describeViolation({ kind, subject, replica, seen, expected, sinceMs }: Violation): string {
  const where = `${subject} at ${replica}`
  if (kind === 'stale') {
    return `stale: ${where} was ${seen}, but ${expected} had been acknowledged ${sinceMs.toFixed(1)} ms before it was asked for`
  }
  return `${kind}: ${where} was ${seen}, not ${expected}`
}
