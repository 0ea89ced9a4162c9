import type { Command } from '@commander-js/extra-typings'
import type { OperationId } from './operations/table.js'
import type { Context } from './session/context.js'

/** A command of the first level, or a group of commands, as its module has it. */
export type Group = {
  /** The operations of management-api that it does. */
  operations: readonly OperationId[]
  attach(command: Command, context: Context): void
}
