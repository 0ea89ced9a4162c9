import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import Type from 'typebox'
import type { App } from '../app.js'
import { type Examples, withExamples } from './examples.js'
import { describeOperation } from './operation.js'

/** The parts of OpenAPI's Security Scheme Object in use. */
type SecurityScheme = { description: string } & (
  | { type: 'http'; scheme: 'bearer'; bearerFormat: string }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string }
)

export type Documentation = {
  /** Begins the names of operations that both services have, such as `getDeliveryReadyz`. */
  service: string
  title: string
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

const Document = Type.Unsafe<unknown>({ type: 'object' })

/**
 * Builds an OpenAPI 3.1 document from the schemas that validate requests and shape responses, and serves
 * it. Call it before any route is added.
 */
export async function documentApi(app: App, documentation: Documentation): Promise<void> {
  const { service, title, description, path, securitySchemes, tags = [] } = documentation
  const { examples = {} } = documentation
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version },
      components: { securitySchemes },
      tags: [...tags],
    },
    convertConstToEnum: false,
    exposeHeadRoutes: true,
    transform: ({ route }) => describeOperation(route, service),
    transformObject: (document) =>
      'openapiObject' in document
        ? nameSchemas(withExamples(document.openapiObject, examples))
        : document.swaggerObject,
  })
  const schema = {
    summary: 'This document',
    tags: ['Documentation'],
    response: { 200: Document },
  }
  app.get(path, { schema }, () => app.swagger())
}

type Node = { [name: string]: unknown }

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
