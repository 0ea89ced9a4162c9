import type { ErrorDetail } from '@vitrine/errors'
import { type DescribedSchema, expectation } from './expectation.js'
import { unknownName } from './unknown-name.js'

/** At most this many problems are listed: a body may have one per element of a long list. */
const maxDetails = 50

/** Of Ajv's errors what the sentence depends on. */
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
  const details = (errors as Problem[]).map((problem) => {
    const { missingProperty, additionalProperty } = problem.params
    const path = problem.instancePath.split('/').slice(1).map(unescapePointer)
    const own = missingProperty ?? additionalProperty
    const field = fieldName(own === undefined ? path : [...path, own])
    return { field: field === '' ? part : field, message: messageOf(problem, part) }
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

function messageOf({ keyword, params, parentSchema = {} }: Problem, part: CheckedPart): string {
  if (keyword === 'required') return 'is required'
  if (keyword !== 'additionalProperties') return `must be ${expectation(parentSchema)}`
  const properties = Object.entries(parentSchema.properties ?? {})
  const writable = properties.filter(([, { readOnly }]) => readOnly !== true).map(([name]) => name)
  const kind = part === 'querystring' ? 'a query parameter' : 'a property'
  return unknownName(params.additionalProperty ?? '', kind, writable)
}
