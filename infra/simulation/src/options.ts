import { readArguments } from '@vitrine/local/command-line'
import { type Rule, rules } from '@vitrine/proofs'
import { type ProfileName, profileNames } from './profiles.js'

export type Options = {
  firstSeed: number
  seeds: number
  profile?: ProfileName
  without: readonly Rule[]
  isTraced: boolean
}

/** One seed alone is for looking at; of many none has been looked at before. */
const defaultSeeds = 100_000

/** @throws when there is an option that cannot be: one sentence on what would be right. */
export function readOptions(args: string[], freshSeed: () => number): Options {
  const { values } = readArguments('simulate', args)
  const profile = values.profile && oneOf('--profile', values.profile, profileNames)
  const isOne = values.seeds === undefined && values.seed !== undefined
  return {
    firstSeed: values.seed === undefined ? freshSeed() : whole('--seed', values.seed, 0),
    seeds: isOne ? 1 : whole('--seeds', values.seeds ?? String(defaultSeeds), 1),
    ...(profile && { profile }),
    without: values.without.map((name) => oneOf('--without', name, rules)),
    isTraced: values.trace,
  }
}

function whole(option: string, given: string, min: number): number {
  const number = Number(given)
  if (Number.isSafeInteger(number) && number >= min) return number
  throw new Error(`${option} is "${given}"; it must be a whole number, at least ${min}`)
}

function oneOf<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const name = names.find((candidate) => candidate === given)
  if (name !== undefined) return name
  throw new Error(`${option} is "${given}"; it must be one of: ${names.join(', ')}`)
}
