import type { Rule } from '@vitrine/proofs'
import { findingTable } from '../report/findings.js'
import { withBackends } from '../stack/stack.js'
import { notShown, scenarios } from './scenarios.js'
import { type Finding, onStack, search, searchWithout } from './search.js'

/** How often a scenario is played at most: its timing may fail on a busy machine. */
const maxRounds = 8

/**
 * Plays the scenario of each rule twice: with all rules, where no read may be stale, and without
 * that rule, where one must be.
 *
 * @returns whether both are so for every scenario.
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
