import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, Option } from '@commander-js/extra-typings'
import { usageError } from '../failure.js'
import type { Context } from '../session/context.js'
import type { Field } from './table.js'

export type Values = Readonly<Record<string, unknown>>

/** Never an argument, where other users could see it. */
export const isSecret = ({ name }: Field): boolean => /password|^token$/i.test(name)

/** `folderId` as `--folder-id`. */
export const optionName = ({ name }: Pick<Field, 'name'>): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export function addFields(command: Command, fields: readonly Field[]): void {
  for (const field of fields) for (const option of optionsOf(field)) command.addOption(option)
}

function optionsOf(field: Field): Option[] {
  const { kind, summary = '', choices } = field
  const name = optionName(field)
  if (isSecret(field))
    return [new Option(`${name} <->`, 'read from stdin; otherwise you are asked')]
  if (kind === 'flag') {
    return [new Option(name, summary), new Option(name.replace('--', '--no-'), '').hideHelp()]
  }
  if (kind === 'list') {
    const add = (value: string, before: readonly string[] | undefined) => [...(before ?? []), value]
    const hint = summary === '' ? 'repeatable' : `${summary}; repeatable`
    return [new Option(`${name} <value>`, hint).argParser(add)]
  }
  if (kind === 'number') {
    return [new Option(`${name} <number>`, summary).argParser((value) => numberOf(name, value))]
  }
  if (kind === 'json') {
    return [new Option(`${name} <json>`, summary).argParser((value) => jsonOf(name, value))]
  }
  const option = new Option(`${name} <text>`, summary)
  return [choices ? option.choices(choices) : option]
}

function numberOf(name: string, value: string): number {
  const number = Number(value)
  if (value.trim() !== '' && Number.isFinite(number)) return number
  throw usageError(`${name} must be a number, not "${value}".`)
}

export function jsonOf(name: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch (cause) {
    throw usageError(`${name} must be JSON: ${(cause as Error).message}.`)
  }
}

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
    } else if (value !== undefined) values[field.name] = value
  }
  return values
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
