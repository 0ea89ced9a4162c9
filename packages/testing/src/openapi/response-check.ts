import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describedCalls, type OpenApiDocument } from './document.js'

export type Answer = {
  method: string
  /** The address of the request, with or without its query. */
  url: string
  status: number
  contentType: string | undefined
  body: string
}

export type ResponseCheck = (answer: Answer) => string[]

/** Answers that belong to no call: for an unknown address or method, or a preflight. */
const unrouted = [400, 404, 405, 413, 415, 431]

/**
 * The ways in which an answer differs from an OpenAPI document: a status, media type, property or error code
 * that is not documented for the operation, or a body that does not match its schema. Empty if there are none.
 */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  formats.default(ajv, ['uuid', 'uri', 'email'])
  ajv.addSchema(closed(document) as object, 'openapi')
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (...path: string[]): ValidateFunction => {
    const $ref = `openapi#/${path.map(escapePointer).join('/')}`
    const validate = validators.get($ref) ?? ajv.compile({ $ref })
    validators.set($ref, validate)
    return validate
  }
  const problems = (validate: ValidateFunction, body: string): string[] =>
    validate(JSON.parse(body)) ? [] : (validate.errors ?? []).map(describe)
  const describe = ({
    instancePath,
    message,
    params,
  }: NonNullable<ValidateFunction['errors']>[0]) =>
    `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`

  const routes = describedCalls(document)
    .map((call) => ({ ...call, pattern: patternOf(call.path) }))
    // More specific paths come first: /widgets/mine before /widgets/{widgetId}.
    .sort((left, right) => left.path.split('{').length - right.path.split('{').length)

  return ({ method, url, status, contentType, body }) => {
    const path = url.split(/[?#]/, 1)[0] ?? ''
    const isAt = ({ pattern }: { pattern: RegExp }) => pattern.test(path)
    const route =
      routes.find((route) => route.method === method && isAt(route)) ??
      routes.find((route) => method === 'HEAD' && route.method === 'GET' && isAt(route))
    if (route === undefined || (status === 404 && !route.operation.responses[404])) {
      if (method === 'OPTIONS' && status < 300) return []
      if (!unrouted.includes(status)) return [`${status} of an address that is not described`]
      return method === 'HEAD' ? [] : problems(validatorOf('components', 'schemas', 'Error'), body)
    }
    const response = route.operation.responses[status]
    if (response === undefined) return [`${status} is not described`]
    if (response.content === undefined || method === 'HEAD') {
      return body === '' ? [] : [`${status} has a body, none is described`]
    }
    const type = contentType?.split(';', 1)[0]?.trim() ?? ''
    const described = Object.keys(response.content).find((range) => matches(type, range))
    if (described === undefined) return [`${status} has the media type "${type}"`]
    if (type !== 'application/json') return []
    const at = ['paths', route.path, route.method.toLowerCase(), 'responses', String(status)]
    const wrong = problems(validatorOf(...at, 'content', described, 'schema'), body)
    if (status < 400 || wrong.length > 0) return wrong
    const { code } = JSON.parse(body) as { code: string }
    const codes = route.operation['x-vitrine-errors']?.[status] ?? []
    return codes.includes(code) ? [] : [`${status} with the code ${code} is not described`]
  }
}

/** The same schema, in which objects with named properties allow no other ones. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, closed(value)]),
  )
  const saysWhatElse = 'additionalProperties' in copy || 'unevaluatedProperties' in copy
  const isOpen = 'properties' in copy && 'type' in copy && !saysWhatElse
  return isOpen ? { ...copy, additionalProperties: false } : copy
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]*')}/?$`)

const matches = (type: string, range: string) =>
  range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
