import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** The words that may follow the names of a command, `assets list` for example. */
export type Node = { names: string; words: readonly string[] }

/** Every command, the longest names first. */
export function treeOf(program: CommandUnknownOpts): Node[] {
  const inherited = longOptions(program)
  const nodes = (command: CommandUnknownOpts, names: readonly string[]): Node[] => {
    const own = command === program ? [] : longOptions(command)
    const commands = command.commands.map((one) => one.name())
    const below = command.commands.flatMap((one) => nodes(one, [...names, one.name()]))
    return [
      ...below,
      { names: names.join(' '), words: [...commands, ...own, ...inherited, '--help'] },
    ]
  }
  return nodes(program, [])
}

const longOptions = ({ options }: CommandUnknownOpts): string[] =>
  options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
