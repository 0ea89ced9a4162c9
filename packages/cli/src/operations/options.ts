import { type Command, Option } from '@commander-js/extra-typings'
import { usageError } from '../failure.js'
import { focalHint, focalPointOf } from '../focal-point.js'
import type { Field } from './table.js'

/** Never an argument, where other users could see it. */
export const isSecret = ({ name }: Field): boolean => /password|^token$/i.test(name)

/** `folderId` as `--folder-id`. */
export const optionName = ({ name }: Pick<Field, 'name'>): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export function addFields(
  command: Command,
  { query, body }: { query: readonly Field[]; body: readonly Field[] },
): void {
  for (const field of query) command.addOption(optionOf(field))
  for (const field of body) {
    command.addOption(optionOf(field))
    if (field.isNullable || field.kind === 'list') command.addOption(removalOf(field))
  }
  for (const field of [...query, ...body]) {
    const { kind, name } = field
    if (kind === 'flag') command.addOption(negative(field).hideHelp())
    if (name === 'folderId') command.option('--folder <path>', 'instead of --folder-id')
  }
}

const negative = (field: Field, summary = '') =>
  new Option(optionName(field).replace('--', '--no-'), summary)

/** Sends null, or an empty list. It follows the option itself, which would be true by default otherwise. */
const removalOf = (field: Field): Option =>
  negative(field, field.kind === 'list' ? 'none' : 'removes it')

function optionOf(field: Field): Option {
  const { kind, choices } = field
  const name = optionName(field)
  if (isSecret(field)) return new Option(`${name} <->`, 'read from stdin; otherwise you are asked')
  const { short, value, parse, ...spelling } = spellings.get(field.name) ?? {}
  const texts = [field.isRequired && 'required', spelling.summary ?? field.summary]
  const summary = texts.filter(Boolean).join('; ')
  const flags = short === undefined ? name : `${short}, ${name}`
  if (parse) return new Option(`${flags} <${value}>`, summary).argParser(parse)
  if (kind === 'flag') return new Option(flags, summary)
  if (kind === 'list') {
    const hint = summary === '' ? 'repeatable' : `${summary}; repeatable`
    return new Option(`${flags} <value>`, hint).argParser(append)
  }
  if (kind === 'number') {
    return new Option(`${flags} <number>`, summary).argParser((text) => numberOf(name, text))
  }
  if (kind === 'json') {
    return new Option(`${flags} <json>`, summary).argParser((text) => jsonOf(name, text))
  }
  const option = new Option(`${flags} <text>`, summary)
  return choices ? option.choices(choices) : option
}

/** `--no-tags` before `--tags` leaves false. */
const append = (value: string, before: unknown): string[] =>
  Array.isArray(before) ? [...before, value] : [value]

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

type Spelling = {
  /** Beside the name that the API has. */
  short?: string
  value?: string
  summary?: string
  parse?: (text: string) => unknown
}

/** Properties that have a shorter option, those that are easier to write than JSON, and those whose JSON needs an explanation. */
const spellings: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['q', { short: '-q' }],
  ['altText', { short: '--alt' }],
  ['tags', { short: '--tag' }],
  [
    'config',
    { summary: 'settings of the layout, such as {"columns":3}; keys: /api/docs, NewWidget' },
  ],
  ['theme', { summary: 'colours and texts, such as {"borderRadius":8}; keys: /api/docs, Theme' }],
  ['values', { summary: 'what "update" sets, such as {"decorative":true}' }],
  [
    'focalPoint',
    { short: '--focal', value: 'x,y', summary: focalHint, parse: (text) => focalPointOf(text) },
  ],
])
