import type { ErrorDetail } from '@vitrine/contracts/errors'
import { type DescribedSchema, expectation } from './expectation.js'
import { unknownName } from './unknown-name.js'

/** Maximum number of listed problems: a body may have one per element of a long list. */
export const maxDetails = 50
/** Maximum length of a displayed field name: a key may be as long as the body. */
const maxNameLength = 200

/** The parts of an Ajv error that determine the message. */
type Problem = {
  keyword: string
  instancePath: string
  params: { missingProperty?: string; additionalProperty?: string }
  parentSchema?: DescribedSchema & { properties?: Record<string, { readOnly?: boolean }> }
}

/** Which part of a request was checked, as Fastify names it. */
export type CheckedPart = 'body' | 'params' | 'headers' | 'querystring'

/** Ajv's errors as field and message. The message states the fault and the values that are accepted. */
export function detailsOf(errors: readonly unknown[], part: CheckedPart = 'body'): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>()
  for (const problem of errors as Problem[]) {
    const detail = detailOf(problem, part)
    details.set(`${detail.field} ${detail.message}`, detail)
    if (details.size === maxDetails) break
  }
  return [...details.values()]
}

function detailOf(problem: Problem, part: CheckedPart): ErrorDetail {
  const { missingProperty, additionalProperty } = problem.params
  const path = problem.instancePath.split('/').slice(1).map(unescapePointer)
  const own = missingProperty ?? additionalProperty
  const name = fieldName(own === undefined ? path : [...path, own])
  const field = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return { field: field === '' ? part : field.toWellFormed(), message: messageOf(problem, part) }
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

const fieldName = (path: readonly string[]): string =>
  path.reduce((name, part) => {
    if (/^\d+$/.test(part) && name !== '') return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, '')

function messageOf({ keyword, params, parentSchema = {} }: Problem, part: CheckedPart): string {
  if (keyword === 'required') return 'is required'
  if (keyword !== 'additionalProperties') return `must be ${expectation(parentSchema)}`
  const properties = Object.entries(parentSchema.properties ?? {})
  const writable = properties.filter(([, { readOnly }]) => readOnly !== true).map(([name]) => name)
  const kind = part === 'querystring' ? 'a query parameter' : 'a property'
  return unknownName(params.additionalProperty ?? '', kind, writable)
}
