import type { Effect } from '../output/acknowledgement.js'
import type { Context } from '../session/context.js'
import type { OperationId } from './table.js'
import type { Values } from './values.js'

export type FinishOptions = { wait?: true }

/** A command that makes one call. Its arguments and options come from the OpenAPI document. */
export type CallRow = {
  name: string
  /** Other names. */
  aliases?: readonly string[]
  operation: OperationId
  /** The document's by default. */
  summary?: string
  /** Runs if the group is named alone. */
  isDefault?: true
  /** The columns of a list for people. */
  columns?: readonly string[]
  /** The last name in the path is an argument, even if it is the project or the organization. */
  namesTarget?: true
  /** Takes several ids and makes a call for each. */
  takesMany?: true
  /** Properties of the body that are arguments, in order. */
  positional?: readonly string[]
  /** The options that the body has; all by default. */
  only?: readonly string[]
  /** Properties that have no option. */
  without?: readonly string[]
  /** Required properties that `prepare` adds. */
  completes?: readonly string[]
  /** The answer may be a job, for which `--wait` waits. */
  hasJob?: true
  /** Needs no sign-in. */
  isOpen?: true
  /** Asks before it is done. */
  isFinal?: true
  /** What it does to the public; stderr says which replicas have acknowledged it. */
  effect?: Effect
  /** Completes the body. */
  prepare?: (body: Values, context: Context) => Values | Promise<Values>
  /** After the call; true if the result is not to be shown. */
  finish?: (result: Values, context: Context, options: FinishOptions) => Promise<boolean>
}
