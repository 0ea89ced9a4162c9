import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '@vitrine/contracts/errors'
import type { FastifySchema, RouteOptions } from 'fastify'
import { Uuid } from '../schemas.js'
import { codesByStatus, errorResponses, protocolErrors } from './errors.js'
import { type JsonSchema, standardSchema } from './json-schema.js'
import { operationIdOf } from './operation-id.js'

/** The documentation of a route in addition to its schemas. */
export type OperationNotes = {
  /** Whether the document lists the HEAD route that every GET has. */
  hasHead?: boolean
  /** The `content` of the request body by media type, if no schema validates it. */
  body?: JsonSchema
  /** The request headers that it reads. */
  headers?: Record<string, JsonSchema>
  /** Query parameters that are added to those of the schema, or replace them. */
  querystring?: Record<string, JsonSchema>
  /** Responses that are added to those with a schema, or replace them. */
  responses?: Record<number, JsonSchema>
  responseHeaders?: Record<string, JsonSchema>
  /** The codes of its errors, in addition to those of its scope and of every such call. */
  errors?: readonly ErrorCode[]
}

declare module 'fastify' {
  /** The properties that the OpenAPI plugin reads, declared here so that routes need not import it. */
  interface FastifySchema {
    summary?: string
    operationId?: string
    /** The least role of a member who may make the call. */
    'x-vitrine-role'?: string
    /** The codes of its errors by status. */
    'x-vitrine-errors'?: Readonly<Record<string, readonly ErrorCode[]>>
    description?: string
    tags?: readonly string[]
    security?: ReadonlyArray<{ [scheme: string]: readonly string[] }>
  }
  interface FastifyContextConfig {
    openapi?: OperationNotes
  }
}

type Parts = {
  params?: JsonSchema
  querystring?: JsonSchema
  body?: JsonSchema
  response?: Record<string, JsonSchema>
  tags?: readonly string[]
  operationId?: string
  security?: readonly object[]
}
type Properties = Record<string, JsonSchema>

const hidden = { hide: true } as FastifySchema

export const idempotencyKey: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description: 'makes the call once however often it is sent: repeats get the first answer',
}

const requestId: JsonSchema = { type: 'string', description: 'of this call, for its log lines' }

/**
 * The complete description of a route for the OpenAPI plugin: all parameters and all answers.
 *
 * @param service distinguishes the ids of operations that every service has.
 */
export function describeOperation(
  { schema, url, method, config }: RouteOptions,
  service: string,
): { schema: FastifySchema; url: string } {
  const parts = (schema ?? {}) as Parts
  const notes = config?.openapi ?? {}
  if (url === '*' || (method === 'HEAD' && notes.hasHead !== true)) return { url, schema: hidden }
  const params = paramsOf(url, parts.params)
  const querystring = objectOf(parts.querystring, notes)
  // The root of a scope is registered with and without a trailing slash.
  const path = url.replace(/(.)\/$/, '$1')
  const id = idOf(parts, String(method), path, service)
  const successes = successesOf(parts.response, notes, id)
  const headers = { ...notes.headers, ...(successes[201] && { 'Idempotency-Key': idempotencyKey }) }
  const codes = protocolErrors({
    method: String(method),
    hasInput: params !== undefined || querystring !== undefined || parts.body !== undefined,
    hasParams: params !== undefined,
  })
  const errors = codesByStatus([...codes, ...(notes.errors ?? [])])
  const response = { ...successes, ...errorResponses(errors) }
  const body = notes.body ?? (parts.body && named(standardSchema(parts.body), `${id}Body`))
  const described = {
    ...schema,
    operationId: id,
    // Without it, a reader cannot tell a public call from one whose scheme was forgotten.
    security: parts.security ?? [],
    'x-vitrine-errors': errors,
    params,
    querystring,
    body,
    ...(Object.keys(headers).length > 0 && { headers: { type: 'object', properties: headers } }),
    response: mapValues(response, (answer) => withHeaders(answer, method === 'HEAD')),
  }
  return { url: path, schema: described as FastifySchema }
}

const tagsOfEveryService = ['Health', 'Documentation']

/** An operationId that a route declares belongs to its GET. */
function idOf({ operationId, tags = [] }: Parts, method: string, path: string, service: string) {
  const isOfEveryService = tags.some((tag) => tagsOfEveryService.includes(tag))
  const id = operationId ?? operationIdOf(method, path)
  if (isOfEveryService) return id.replace(/^get/, `get${service}`)
  // Fastify appends `-head` for the HEAD routes that it adds itself.
  return method === 'HEAD' ? id.replace(/^get/, 'head').replace(/-head$/, '') : id
}

/** Every parameter of the path. Those without a schema are ids, which the scopes validate. */
function paramsOf(url: string, checked: JsonSchema | undefined): JsonSchema | undefined {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return undefined
  const known = (checked?.properties ?? {}) as Properties
  const schemaOf = (name: string) => known[name] ?? (Uuid as unknown as JsonSchema)
  const properties = names.map((name) => [name, standardSchema(schemaOf(name))])
  return { type: 'object', required: names, properties: Object.fromEntries(properties) }
}

function objectOf(checked: JsonSchema | undefined, { querystring }: OperationNotes) {
  if (checked === undefined && querystring === undefined) return undefined
  const properties = { ...(checked?.properties as Properties | undefined), ...querystring }
  return standardSchema({ type: 'object', ...checked, properties })
}

/** A route without a declared response answers 204. */
function successesOf(response: Parts['response'], notes: OperationNotes, id: string) {
  const noted = notes.responses ?? {}
  const declared = response ?? (Object.keys(noted).length > 0 ? {} : { 204: noContent })
  const answers: Record<string, JsonSchema> = {
    ...mapValues(declared, (schema, status) => answerOf(status, schema, id)),
    ...mapValues(noted, standardSchema),
  }
  return mapValues(answers, (answer) => ({
    ...answer,
    headers: { ...(answer.headers as object), ...notes.responseHeaders },
  }))
}

/** A schema without a name gets one of its operation, so that generated clients have a type to refer to. */
function named(schema: JsonSchema, name: string): JsonSchema {
  if (schema.title !== undefined) return schema
  if (schema.type === 'array') return { ...schema, items: named(schema.items as JsonSchema, name) }
  return { ...schema, title: name.charAt(0).toUpperCase() + name.slice(1) }
}

const noContent: JsonSchema = { type: 'null' }

/** `BulkAssetsAnswer`; `BulkAssetsAccepted` for its 202. */
const nameOfAnswer = (id: string, status: string): string =>
  id + (/^20[01]$/.test(status) ? 'Answer' : (STATUS_CODES[status] ?? status).replaceAll(' ', ''))

const answerOf = (status: string, schema: JsonSchema, id: string): JsonSchema => ({
  description: STATUS_CODES[status] ?? status,
  ...(schema.type === 'null'
    ? noContent
    : {
        content: {
          'application/json': { schema: named(standardSchema(schema), nameOfAnswer(id, status)) },
        },
      }),
})

function withHeaders({ content, ...answer }: JsonSchema, isHead: boolean): JsonSchema {
  return {
    ...answer,
    ...(content === undefined || isHead ? noContent : { content }),
    headers: { 'X-Request-Id': requestId, ...(answer.headers as object) },
  }
}

const mapValues = <From, To>(
  values: Record<string, From>,
  map: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))
