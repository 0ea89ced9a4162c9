import { readArguments } from '@vitrine/local/command-line'

export type Options = {
  /**
   * Name of the only package to test, such as `@vitrine/delivery`; undefined for all packages and
   * the checks.
   */
  only: string | undefined
  /** Only run suites affected by changes since this commit; undefined for all suites. */
  changedSince: string | undefined
  /** Also show the output of passing suites. */
  isVerbose: boolean
}

/** @throws a one-sentence error for an unknown option or package. */
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
