import { Argument } from '@commander-js/extra-typings'
import { type Shell, scriptOf, shells } from '../completion/scripts.js'
import { treeOf } from '../completion/tree.js'
import type { Group } from '../group.js'

export const group: Group = {
  operations: [],
  attach: (command, context) => {
    command.addArgument(new Argument('<shell>').choices(shells)).action(async (shell: Shell) => {
      if (command.parent) await context.output.write(scriptOf(shell, treeOf(command.parent)))
    })
  },
}
