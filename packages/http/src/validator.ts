import type { ErrorDetail } from '@vitrine/errors'
import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { parseTimestamp } from './time.js'

/** At most this many problems are listed: a body may have one per element of a long list. */
const maxDetails = 50

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Parent = { parentData: object; parentDataProperty: string | number }

/** A keyword that hands a string on changed, before the others judge it. */
const rewriting = (keyword: string, rewrite: (text: string) => string): FuncKeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'boolean',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (_: boolean, text: string, __: unknown, parent?: Parent) => {
    if (parent) Object.assign(parent.parentData, { [parent.parentDataProperty]: rewrite(text) })
    return true
  },
})

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    ...options,
  })
  formats.default(ajv, ['email', 'uri'])
  ajv.addFormat('uuid', uuid)
  ajv.addFormat('timestamp', (text: string) => parseTimestamp(text) !== null)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  ajv.addFormat('single-line', /^[^\u0000-\u001f\u007f]*$/)
  // Postgres cannot hold it in a text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the NUL character is what is refused
  ajv.addFormat('text', /^[^\u0000]*$/)
  ajv.addFormat('local-date-time', true)
  ajv.addKeyword(rewriting('trim', (text) => text.trim()))
  ajv.addKeyword(rewriting('lowercase', (text) => text.toLowerCase()))
  return ajv
}

/** JSON says what type a value has: a text is not a number. */
const strict = createAjv({ coerceTypes: false })
/** Query strings, path parameters and headers are texts: they become what the schema says. */
const coercing = createAjv({ coerceTypes: 'array' })

/** Checks every part of a request. */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => {
  if (httpPart !== 'body') return coercing.compile(schema as object)
  return strict.compile(schema as object)
}

type Problem = Pick<ErrorObject, 'keyword' | 'params' | 'instancePath' | 'message'> & {
  parentSchema?: { description?: string }
}

/** Ajv's errors as field and message: which field, what is wrong, what would be right. */
export function detailsOf(errors: readonly unknown[]): ErrorDetail[] {
  const details = (errors as Problem[]).map((error) => {
    const { params } = error
    const extra = params.missingProperty ?? params.additionalProperty
    const path = [...error.instancePath.split('/').slice(1).map(unescapePointer)]
    if (typeof extra === 'string') path.push(extra)
    return { field: fieldName(path), message: describe(error) }
  })
  const unique = new Map(details.map((detail) => [`${detail.field} ${detail.message}`, detail]))
  return [...unique.values()].slice(0, maxDetails)
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

const fieldName = (path: readonly string[]): string =>
  path.reduce((name, part) => {
    if (/^\d+$/.test(part) && name !== '') return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, '')

function describe({ keyword, params, message, parentSchema }: Problem): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known property'
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'pattern':
    case 'format':
      return `must be ${parentSchema?.description ?? `a valid ${params.format ?? 'value'}`}`
    default:
      return (message ?? 'is not valid').replace('NOT have', 'not have')
  }
}
