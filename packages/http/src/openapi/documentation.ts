import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import Type from 'typebox'
import type { App } from '../app.js'
import { evaluatePreconditions } from '../semantics/preconditions.js'
import { errorTable } from './error-table.js'
import { type Examples, withExamples } from './examples.js'
import { describeOperation, type OperationNotes } from './operation.js'

/** The parts of OpenAPI's Security Scheme Object in use. */
type SecurityScheme = { description: string } & (
  | { type: 'http'; scheme: 'bearer'; bearerFormat: string }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string }
)

export type Documentation = {
  /** Begins the names of operations that both services have, such as `getDeliveryReadyz`. */
  service: string
  title: string
  /** The introduction, in Markdown. A table of the error codes follows it. */
  description: string
  /** The path of the document. */
  path: string
  securitySchemes: Record<string, SecurityScheme>
  /** The groups of calls, in display order. */
  tags?: readonly { name: string; description: string }[]
  examples?: Examples
}

/** The version of the contract, not of a release. It changes when clients have to change. */
const version = '1.0'

const Document = Type.Unsafe<unknown>({ type: 'object', title: 'OpenApiDocument' })
/** The client has the document. */
const NotModified = Type.Null()

/**
 * Builds an OpenAPI 3.1 document from the schemas that validate requests and shape responses, and serves
 * it. Call it before any route is added.
 *
 * @param publicUrl the address at which clients reach the service.
 */
export async function documentApi(
  app: App,
  documentation: Documentation,
  publicUrl: string,
): Promise<void> {
  const { service, title, description, path, securitySchemes, tags = [] } = documentation
  const { examples = {} } = documentation
  const likeItsGet = createHeadDescriptions()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        description,
        version,
        contact: { name: 'The operator of this installation', url: publicUrl },
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: publicUrl, description: 'This installation' }],
      components: { securitySchemes },
      tags: [...tags],
    },
    convertConstToEnum: false,
    exposeHeadRoutes: true,
    transform: ({ route }) => describeOperation(likeItsGet(route), service),
    transformObject: (document) =>
      'openapiObject' in document
        ? nameSchemas(withErrorTable(withExamples(document.openapiObject, examples)))
        : document.swaggerObject,
  })
  const schema = {
    operationId: 'getOpenapiJson',
    summary: 'Fetch this document',
    description:
      'The same for everybody until the service is updated: keep its `ETag`, and send it as `If-None-Match`.',
    tags: ['Documentation'],
    response: { 200: Document, 304: NotModified },
  }
  let prepared: { text: string; etag: string } | undefined
  app.get(path, { schema, config: { openapi: caching } }, (request, reply) => {
    prepared ??= withTag(JSON.stringify(app.swagger()))
    const { text, etag } = prepared
    // Weak, because the bytes of a compressed answer differ.
    reply.headers({ etag: `W/${etag}`, 'cache-control': 'no-cache' })
    const conditions = { 'if-none-match': request.headers['if-none-match'] }
    if (evaluatePreconditions(conditions, { etag }) === 'not-modified') {
      return reply.code(304).send(null)
    }
    return reply.type('application/json; charset=utf-8').send(Buffer.from(text))
  })
}

/**
 * Describes a HEAD route by the configuration of its GET, which comes before it: the plugin copies HEAD routes before the
 * hooks of inner scopes add to theirs.
 */
function createHeadDescriptions() {
  const configs = new Map<string, RouteOptions['config']>()
  return (route: RouteOptions): RouteOptions => {
    if (route.method === 'GET') configs.set(route.url, route.config)
    const config = route.method === 'HEAD' ? configs.get(route.url) : undefined
    return config === undefined ? route : { ...route, config }
  }
}

const text = { type: 'string' }
const caching: OperationNotes = {
  headers: { 'If-None-Match': { ...text, description: 'an ETag, several, or *' } },
  responseHeaders: { ETag: text, 'Cache-Control': text },
}

const withTag = (text: string) => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
})

type Node = { [name: string]: unknown }
type Described = { info?: { description?: string }; paths?: unknown }

/** Adds the table of the codes that its operations may answer to the introduction of the document. */
function withErrorTable<Document extends Described>(document: Document): Document {
  const { info, paths } = document
  const operations = Object.values((paths ?? {}) as Record<string, Node>).flatMap(Object.values)
  const codes = operations.flatMap((operation) =>
    Object.values((operation as Node)['x-vitrine-errors'] ?? {}).flat(),
  )
  const description = `${info?.description}\n\n## Errors\n\n${errorTable(new Set(codes))}`
  return { ...document, info: { ...info, description } }
}

/**
 * Moves every schema with a title to the components of the document, and refers to it.
 *
 * @throws if two different schemas have the same title.
 */
export function nameSchemas<Document extends { components?: unknown; paths?: unknown }>(
  document: Document,
): Document {
  const schemas: Record<string, unknown> = {}
  const replace = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replace)
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries(node).map(([name, value]) => [name, replace(value)])
    const copy = Object.fromEntries(entries) as Node
    return typeof copy.title === 'string' ? refer(copy.title, copy) : copy
  }
  const refer = (title: string, schema: Node) => {
    if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], schema)) {
      throw new Error(`two schemas that differ have the title ${title}`)
    }
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  const paths = replace(document.paths)
  return { ...document, paths, components: { ...(document.components as object), schemas } }
}
