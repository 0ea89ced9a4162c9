import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'

/** The words that may follow the names of a command, `assets list` for example. */
export type Node = {
  names: string
  words: readonly string[]
  /** The options that take one of several values. */
  values: readonly { option: string; words: readonly string[] }[]
}

export type Tree = {
  /** Every command, the longest names first. */
  nodes: readonly Node[]
  /** Options that a value follows. */
  withValue: readonly string[]
}

export function treeOf(program: CommandUnknownOpts): Tree {
  const withValue = new Set<string>()
  const nodesOf = (command: CommandUnknownOpts, names: readonly string[]): Node[] => {
    const options = command === program ? program.options : [...command.options, ...program.options]
    const shown = options.filter(({ hidden }) => !hidden)
    for (const option of shown) {
      if (option.required || option.optional)
        for (const name of flagsOf(option)) withValue.add(name)
    }
    const below = command.commands.flatMap((one) =>
      namesOf(one).flatMap((name) => nodesOf(one, [...names, name])),
    )
    const words = [
      ...command.commands.flatMap(namesOf),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...shown.flatMap(longOf),
      '--help',
    ]
    return [...below, { names: names.join(' '), words, values: shown.flatMap(valuesOf) }]
  }
  const nodes = nodesOf(program, [])
  return { nodes, withValue: [...withValue] }
}

const namesOf = (command: CommandUnknownOpts): string[] => [command.name(), ...command.aliases()]

const flagsOf = ({ short, long }: Option): string[] => [short, long].flatMap((name) => name ?? [])

/** The short name of some options is a word, too: `--alt, --alt-text`. */
const longOf = (option: Option): string[] => flagsOf(option).filter((name) => name.startsWith('--'))

const valuesOf = (option: Option): Node['values'] =>
  option.argChoices === undefined
    ? []
    : flagsOf(option).map((name) => ({ option: name, words: option.argChoices ?? [] }))
