import { readArguments } from '@vitrine/local/command-line'
import { catalogue } from './stores/catalogue.js'

export type Options = {
  /** Names of the checks to run. */
  checks: readonly string[]
  /** Names of the stores that are built and started when the environment names none. */
  stores: readonly string[]
  /** Of the first check, all of which are read back. */
  uploads: number
}

const storeNames = catalogue.map(({ name }) => name)

/** @throws one sentence about an unknown option or a bad value. */
export function parseOptions(args: readonly string[], checkNames: readonly string[]): Options {
  const { values } = readArguments('stores', args)
  const uploads = Number(values.uploads)
  if (!(Number.isInteger(uploads) && uploads >= 20 && uploads <= 10_000)) {
    throw new Error(`--uploads is "${values.uploads}"; it may be a whole number from 20 to 10000`)
  }
  return {
    checks: chosen('--check', values.check, checkNames),
    stores: chosen('--store', values.store, storeNames),
    uploads,
  }
}

/** All when none is named. */
function chosen(
  option: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  for (const name of names) {
    if (!known.includes(name)) {
      throw new Error(`${option} is "${name}"; it may be one of: ${known.join(', ')}`)
    }
  }
  return names.length === 0 ? known : names
}
