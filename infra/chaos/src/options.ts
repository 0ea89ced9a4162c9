import { readArguments } from '@vitrine/local/command-line'
import { oneOf, type Rule, rules } from '@vitrine/proofs'
import { type Nemesis, nemeses } from './nemeses/nemeses.js'

export type ChaosOptions = {
  /** The approximate duration of each nemesis. */
  seconds: number
  nemeses: readonly Nemesis[]
  without: readonly Rule[]
  /** The rules to leave out, one after the other; null to run the nemeses instead. */
  planted: readonly Rule[] | null
}

/** @throws a one-sentence error that names the wrong option and its permitted values. */
export function parseOptions(args: readonly string[]): ChaosOptions {
  const { values } = readArguments('chaos', args)
  const seconds = Number(values.seconds)
  if (!(seconds >= 1 && seconds <= 600)) {
    throw new Error(`--seconds is "${values.seconds}"; it must be a number from 1 to 600`)
  }
  const without = values.without.map((name) => oneOf('--without', name, rules))
  const names = nemeses.map(({ name }) => name)
  const chosen = values.nemesis.map((name) => oneOf('--nemesis', name, names))
  return {
    seconds,
    nemeses: chosen.length > 0 ? nemeses.filter(({ name }) => chosen.includes(name)) : nemeses,
    without: values.planted ? [] : without,
    planted: values.planted ? (without.length > 0 ? without : rules) : null,
  }
}
