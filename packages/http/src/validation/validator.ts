import { hasBidiControls } from '@vitrine/contracts'
import type { ErrorDetail } from '@vitrine/contracts/errors'
import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { parseTimestamp } from '../time.js'
import { detailsOf } from './problems.js'
import { sampleOf } from './sample.js'

// Character classes, not the flag i: most requests have two ids, and case folding doubles the time.
const uuid = /^[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
const singleLine = /^[^\u0000-\u001f\u007f]*$/

/**
 * `local@domain`, in any script. Not in quotes, and without `%` and `!`: no mailbox of today needs them, and old mail
 * servers relay `x%evil.example@example.com` and `evil.example!x@example.com` to another domain. The domain
 * has at least two labels.
 */
const email =
  /^(?!\.)(?:(?!\.[.@])[^\s\p{C}@%!"(),:;<>[\]\\])+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

type Parent = { parentData: object; parentDataProperty: string | number }

/** A keyword that rewrites a string before the other keywords check it. */
const rewriting = (keyword: string, rewrite: (text: string) => string): FuncKeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'boolean',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (_: boolean, text: string, __: unknown, parent?: Parent) => {
    const rewritten = rewrite(text)
    // Most text is unchanged, and the assignment is slow.
    if (parent && rewritten !== text) {
      Object.assign(parent.parentData, { [parent.parentDataProperty]: rewritten })
    }
    return true
  },
})

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ useDefaults: true, strict: false, ...options })
  formats.default(ajv, ['uri'])
  ajv.addFormat('email', email)
  ajv.addFormat('uuid', uuid)
  ajv.addFormat('timestamp', (text: string) => parseTimestamp(text) !== null)
  ajv.addFormat('single-line', singleLine)
  ajv.addFormat('name', (text: string) => singleLine.test(text) && !hasBidiControls(text))
  // Postgres cannot store NUL in text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects the NUL character
  ajv.addFormat('text', /^[^\u0000]*$/)
  ajv.addFormat('local-date-time', true)
  ajv.addKeyword(rewriting('trim', (text) => text.trim()))
  ajv.addKeyword(rewriting('lowercase', (text) => text.toLowerCase()))
  return ajv
}

/** Validates a value and keeps the errors. It may change the value: defaults, trimmed text. */
export type Validate = { (value: unknown): boolean; errors?: ErrorObject[] | null }

/**
 * A schema is compiled at its first use: all of a service take a third of a second at its start. The first
 * check stops at the first fault. Only an invalid value is checked for all faults, and only a
 * sample of it: otherwise each of a hundred thousand unknown keys would cost an error object.
 */
function createCompiler(options: Options) {
  const first = createAjv(options)
  const all = createAjv({ ...options, allErrors: true, verbose: true })

  return (schema: object): Validate => {
    let isRight: ReturnType<typeof first.compile> | undefined
    const validate: Validate = (value) => {
      validate.errors = null
      isRight ??= first.compile(schema)
      if (isRight(value)) return true
      const check = all.compile(schema)
      check(sampleOf(schema, value))
      validate.errors = check.errors ?? isRight.errors ?? null
      return false
    }
    return validate
  }
}

/** Checks a JSON body. JSON has types, so text is not converted to a number. */
const compileBody = createCompiler({ coerceTypes: false })
/** Query strings, path parameters and headers are text, which is converted to the type of the schema. */
const compileTexts = createCompiler({ coerceTypes: 'array' })

export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? compileBody(schema as object) : compileTexts(schema as object)

/**
 * Checks values outside of JSON bodies, such as the fields of an upload, with the same rules and messages.
 * The value may be modified, like a body: text is trimmed.
 */
export function createCheck(schema: TSchema): (value: object) => ErrorDetail[] {
  const validate = compileBody(schema)
  return (value) => (validate(value) ? [] : detailsOf(validate.errors ?? []))
}
