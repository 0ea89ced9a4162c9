import { readArguments } from '@vitrine/local/command-line'
import { oneOf, wholeNumber } from '@vitrine/proofs'
import { catalogue } from './stores/catalogue.js'

export type StoreCheckOptions = {
  checks: readonly string[]
  /** Names of the stores to build and start if the environment names none. */
  stores: readonly string[]
  /** The number of uploads in the first check, which reads all of them back. */
  uploads: number
}

const storeNames = catalogue.map(({ name }) => name)

/** @throws a sentence about an option that is wrong, and what it may be. */
export function parseOptions(
  args: readonly string[],
  checkNames: readonly string[],
): StoreCheckOptions {
  const { values } = readArguments('stores', args)
  return {
    checks: chosen('--check', values.check, checkNames),
    stores: chosen('--store', values.store, storeNames),
    uploads: wholeNumber('--uploads', values.uploads, { min: 20, max: 10_000 }),
  }
}

/** All of them if none is named. */
function chosen(
  option: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  return names.length === 0 ? known : names.map((name) => oneOf(option, name, known))
}
