import { readArguments } from '@vitrine/local/command-line'

/** The command line of `npm run proofs`. Names of profiles, nemeses and so on are checked by the proof that uses them. */
export type Options = {
  /** Proofs to run; empty: all. */
  names: readonly string[]
  /** Also those that run only by name. */
  isAll: boolean
  /** Only proofs whose inputs changed since this commit. */
  changedSince: string | undefined
  /** Seed of the simulation and the fuzzer. */
  seed: number
  /** Number of seeded runs, unless only `--seed` is given: then that one alone. */
  seeds: number
  /** Whether the command line names seeds, a profile or a rule: then the planted bugs are not searched. */
  isNarrowed: boolean
  profile: string | undefined
  without: readonly string[]
  isTraced: boolean
  /** The approximate duration of each nemesis. */
  seconds: number
  nemeses: readonly string[]
  requests: number
  /** The least number of reads during an upgrade. */
  reads: number
  /** Pictures in the database that is upgraded. */
  rows: number
  /** Number of changes behind a cache. */
  changes: number
  /** Number of assets that are backed up. */
  assets: number
  /** How often each kind of failover is tried. */
  failovers: number
  stores: readonly string[]
  /** Of the contact sheet; empty: all. */
  layouts: readonly string[]
  schemes: readonly string[]
}

/** @throws a sentence about an option that is wrong, and what it may be. */
export function parseOptions(args: readonly string[], freshSeed: () => number): Options {
  const { values, positionals } = readArguments('proofs', args)
  const { seed, seeds, profile, without } = values
  const isOne = seeds === undefined && seed !== undefined
  return {
    names: positionals.map((name) => name.replace('@vitrine/', '')),
    isAll: values.all,
    changedSince: values.changed,
    seed: seed === undefined ? freshSeed() : wholeNumber('--seed', seed, 0),
    seeds: isOne ? 1 : wholeNumber('--seeds', seeds ?? '1000', 1),
    isNarrowed: seed !== undefined || profile !== undefined || without.length > 0,
    profile,
    without,
    isTraced: values.trace,
    seconds: wholeNumber('--seconds', values.seconds, 1),
    nemeses: values.nemesis,
    requests: wholeNumber('--requests', values.requests, 1),
    reads: wholeNumber('--reads', values.reads, 1),
    rows: wholeNumber('--rows', values.rows, 0),
    changes: wholeNumber('--changes', values.changes, 1),
    assets: wholeNumber('--assets', values.assets, 1),
    failovers: wholeNumber('--failovers', values.failovers, 1),
    stores: values.store,
    layouts: values.layout,
    schemes: values.scheme,
  }
}

/** The one of `names` that an option names. @throws a sentence that lists the names. */
export function oneOf<Name extends string>(
  option: string,
  given: string,
  names: readonly Name[],
): Name {
  const name = names.find((candidate) => candidate === given)
  if (name !== undefined) return name
  throw new Error(`${option} is "${given}"; it must be one of: ${names.join(', ')}`)
}

function wholeNumber(option: string, given: string, min: number): number {
  const number = Number(given)
  if (given !== '' && Number.isSafeInteger(number) && number >= min) return number
  throw new Error(`${option} is "${given}"; it must be a whole number, at least ${min}`)
}

/** Those that have one of the names, or all without any name. */
export const chosenOf = <Named extends { name: string }>(
  all: readonly Named[],
  names: readonly string[],
): readonly Named[] => (names.length === 0 ? all : all.filter(({ name }) => names.includes(name)))
