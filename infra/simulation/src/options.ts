import { readArguments } from '@vitrine/local/command-line'
import { oneOf, type Rule, rules, wholeNumber } from '@vitrine/proofs'
import { type ProfileName, profileNames } from './faults/profiles.js'

export type SimulationOptions = {
  firstSeed: number
  seeds: number
  profile?: ProfileName
  without: readonly Rule[]
  isTraced: boolean
}

const defaultSeeds = 100_000

/**
 * A single `--seed` is run alone; otherwise many new seeds are.
 *
 * @throws a sentence about an option that is wrong, and what it may be.
 */
export function readOptions(args: string[], freshSeed: () => number): SimulationOptions {
  const { values } = readArguments('simulate', args)
  const profile = values.profile && oneOf('--profile', values.profile, profileNames)
  const isOne = values.seeds === undefined && values.seed !== undefined
  return {
    firstSeed:
      values.seed === undefined ? freshSeed() : wholeNumber('--seed', values.seed, { min: 0 }),
    seeds: isOne ? 1 : wholeNumber('--seeds', values.seeds ?? String(defaultSeeds), { min: 1 }),
    ...(profile && { profile }),
    without: values.without.map((name) => oneOf('--without', name, rules)),
    isTraced: values.trace,
  }
}
