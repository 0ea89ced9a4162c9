import { table } from '@vitrine/proofs'
import type { Finding } from '../planted/search.js'

const head = ['rule left out', 'stale', 'untrue acks', 'rounds', 'seconds', 'how']

export const findingTable = (findings: readonly Finding[]): string =>
  table(
    head,
    findings.map(({ rule, stale, untrueAcknowledgements, rounds, seconds, how }) => [
      rule,
      ...[stale.length, untrueAcknowledgements, rounds].map(String),
      seconds.toFixed(1),
      how,
    ]),
  )
