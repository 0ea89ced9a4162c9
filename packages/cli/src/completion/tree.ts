import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** The words that may follow the names of a command, `assets list` for example. */
export type Node = { names: string; words: readonly string[] }

/** Every command, the longest names first. */
export function treeOf(program: CommandUnknownOpts): Node[] {
  const inherited = longOptions(program)
  const nodes = (command: CommandUnknownOpts, names: readonly string[]): Node[] => {
    const own = command === program ? [] : longOptions(command)
    const commands = command.commands.flatMap(namesOf)
    const below = command.commands.flatMap((one) =>
      namesOf(one).flatMap((name) => nodes(one, [...names, name])),
    )
    return [
      ...below,
      { names: names.join(' '), words: [...commands, ...own, ...inherited, '--help'] },
    ]
  }
  return nodes(program, [])
}

const namesOf = (command: CommandUnknownOpts): string[] => [command.name(), ...command.aliases()]

const longOptions = ({ options }: CommandUnknownOpts): string[] =>
  options.flatMap(({ short, long, hidden }) =>
    hidden ? [] : [short, long].flatMap((name) => (name?.startsWith('--') ? [name] : [])),
  )
