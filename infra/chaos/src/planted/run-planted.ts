import type { Rule } from '@vitrine/proofs'
import { findingTable } from '../report/findings.js'
import { withBackends } from '../stack/stack.js'
import { notShown, scenarios } from './scenarios.js'
import { type Finding, onStack, search, searchWithout } from './search.js'

/** Most times that a scenario is played: a busy machine may spoil its timing. */
const maxRounds = 8

/**
 * Plays the scenario of each rule twice: with all rules, which must show nothing, and without that
 * one, which must be found.
 *
 * @returns whether that is so.
 */
export async function runPlanted(
  wanted: readonly Rule[],
  log: (line: string) => void,
): Promise<boolean> {
  const chosen = scenarios.filter(({ rule }) => wanted.includes(rule))
  return withBackends(async (backends) => {
    let isSound = true
    await onStack(backends, { replicas: 2, managers: 2 }, async (stack) => {
      for (const scenario of chosen) {
        const { rule, stale } = await search(scenario, { stack, rounds: 1 })
        log(`${rule}, kept: ${stale.length === 0 ? 'clean' : 'STALE'}`)
        isSound &&= stale.length === 0
      }
    })
    const findings: Finding[] = []
    for (const scenario of chosen) {
      const finding = await searchWithout(scenario, { backends, rounds: maxRounds })
      findings.push(finding)
      log(`${finding.rule}, left out: ${finding.stale.length > 0 ? 'found' : 'NOT FOUND'}`)
      isSound &&= finding.stale.length > 0
    }
    log(`\n${findingTable(findings)}`)
    for (const rule of wanted) {
      if (notShown[rule]) log(`${rule}: left to the simulation; ${notShown[rule]}`)
    }
    return isSound
  })
}
