import { isDeepStrictEqual } from 'node:util'

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
