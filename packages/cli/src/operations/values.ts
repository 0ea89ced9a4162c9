import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { usageError } from '../failure.js'
import type { Context } from '../session/context.js'
import { isSecret, jsonOf, optionName } from './options.js'
import type { Field } from './table.js'

export type Values = Readonly<Record<string, unknown>>

/** The values of the fields that were given. A secret that is needed is read. */
export async function valuesOf(
  context: Context,
  fields: readonly Field[],
  given: Values,
): Promise<Values> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = given[field.name]
    const isNeeded = field.isRequired === true || value !== undefined
    if (isSecret(field) && isNeeded) {
      values[field.name] = await context.secrets.read(
        optionName(field),
        value as string | undefined,
      )
    } else if (value !== undefined) values[field.name] = sentAs(field, value)
  }
  return values
}

/** `--no-alt-text` gives false, which stands for null there, and for an empty list. */
function sentAs({ kind }: Field, given: unknown): unknown {
  if (given !== false || kind === 'flag') return given
  return kind === 'list' ? [] : null
}

/** The object of `--body`: JSON, `@file`, or `-` for stdin. @throws CommandError if it is no JSON object. */
export async function readBody(context: Context, given: string | undefined): Promise<Values> {
  if (given === undefined) return {}
  const body = jsonOf('--body', await bodyText(context, given))
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Values
  throw usageError('--body must be a JSON object.')
}

async function bodyText({ terminal }: Context, given: string): Promise<string> {
  if (given === '-') return text(terminal.stdin)
  if (!given.startsWith('@')) return given
  return readFile(given.slice(1), 'utf8').catch((cause: Error) => {
    throw usageError(`--body cannot be read: ${cause.message}.`)
  })
}
