import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { groups } from '../src/groups.js'
import { Output } from '../src/output/output.js'
import { Context } from '../src/session/context.js'
import type { Terminal } from '../src/terminal.js'

const terminal = { env: {} } as Terminal

/** A command that does something, and its names: `assets list`. */
export type Leaf = { names: readonly string[]; command: CommandUnknownOpts }

/** All commands, as the program has them. */
export async function commandTree(): Promise<{ program: CommandUnknownOpts; leaves: Leaf[] }> {
  const program = new Command('vitrine')
  for (const [name, { load }] of Object.entries(groups)) {
    const context = new Context(terminal, new Output(terminal, false), {})
    const { attach } = await load()
    attach(program.command(name) as Command, context)
  }
  return { program, leaves: leavesOf(program, []) }
}

function leavesOf(parent: CommandUnknownOpts, names: readonly string[]): Leaf[] {
  return parent.commands.flatMap((command) => {
    const own = [...names, command.name()]
    return command.commands.length > 0 ? leavesOf(command, own) : [{ names: own, command }]
  })
}
