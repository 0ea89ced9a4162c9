import { parseArgs } from 'node:util'

export type Options = {
  /** Name of the one package to test, `@vitrine/delivery`; undefined for all, and the checks. */
  only: string | undefined
  /** Shows what passing suites print as well. */
  isVerbose: boolean
}

export const help = `npm test                        everything: lint, dependency rules, types, all suites
npm test -- --only <package>    one suite: delivery or @vitrine/delivery
npm test -- --verbose           with the output of all that passes
With CI=true in the environment nothing is taken from the cache.`

/** @throws one sentence naming the option that is unknown or the package that does not exist. */
export function parseOptions(args: readonly string[], packages: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, verbose: { type: 'boolean', default: false } },
  })
  return { only: findPackage(values.only, packages), isVerbose: values.verbose }
}

function findPackage(name: string | undefined, packages: readonly string[]): string | undefined {
  if (name === undefined) return undefined
  const found = packages.find((candidate) => candidate === name || candidate === `@vitrine/${name}`)
  if (found !== undefined) return found
  const known = packages.map((candidate) => candidate.replace('@vitrine/', '')).join(', ')
  throw new Error(`--only ${name}: there is no such package with a suite; there are ${known}`)
}
