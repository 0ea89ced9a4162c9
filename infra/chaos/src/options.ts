import { readArguments } from '@vitrine/local/command-line'
import { type Rule, rules } from '@vitrine/proofs'
import { type Nemesis, nemeses } from './nemeses/index.js'

export type Options = {
  /** About how long each nemesis strikes. */
  seconds: number
  nemeses: readonly Nemesis[]
  without: readonly Rule[]
  /** Looks for planted bugs instead: one for each of these rules. */
  planted: readonly Rule[] | null
}

/** @throws one sentence for arguments that are not right. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = readArguments('chaos', args)
  const seconds = Number(values.seconds)
  if (!(seconds >= 1 && seconds <= 600)) {
    throw new Error(`--seconds is "${values.seconds}"; it may be a number from 1 to 600`)
  }
  const without = values.without.map((name) => find(rules, name, (rule) => rule, '--without'))
  const chosen = values.nemesis.map((name) =>
    find(nemeses, name, (nemesis) => nemesis.name, '--nemesis'),
  )
  return {
    seconds,
    nemeses: chosen.length > 0 ? chosen : nemeses,
    without: values.planted ? [] : without,
    planted: values.planted ? (without.length > 0 ? without : rules) : null,
  }
}

function find<Item>(
  items: readonly Item[],
  name: string,
  nameOf: (item: Item) => string,
  option: string,
): Item {
  const found = items.find((item) => nameOf(item) === name)
  if (found !== undefined) return found
  throw new Error(`${option} is "${name}"; it may be one of: ${items.map(nameOf).join(', ')}`)
}
