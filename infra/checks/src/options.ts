import { readArguments } from '@vitrine/local/command-line'

export type Options = {
  /** Name of the one package to test, `@vitrine/delivery`; undefined for all, and the checks. */
  only: string | undefined
  /** Commit since which a suite has to be affected by changes; undefined for all suites. */
  changedSince: string | undefined
  /** Shows what passing suites print as well. */
  isVerbose: boolean
}

/** @throws one sentence naming the option that is unknown or the package that does not exist. */
export function parseOptions(args: readonly string[], packages: readonly string[]): Options {
  const { values } = readArguments('test', args)
  return {
    only: findPackage(values.only, packages),
    changedSince: values.changed,
    isVerbose: values.verbose,
  }
}

function findPackage(name: string | undefined, packages: readonly string[]): string | undefined {
  if (name === undefined) return undefined
  const found = packages.find((candidate) => candidate === name || candidate === `@vitrine/${name}`)
  if (found !== undefined) return found
  const known = packages.map((candidate) => candidate.replace('@vitrine/', '')).join(', ')
  throw new Error(`--only ${name}: there is no such package with a suite; there are ${known}`)
}
