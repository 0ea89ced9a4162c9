import type { OpenApiDocument, Schema } from '@vitrine/testing'

const prefix = '#/components/schemas/'

/** The document with every reference replaced by its schema. No schema may refer to itself. */
export function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as Schema
    if (typeof $ref === 'string') return resolve(schemas[$ref.slice(prefix.length)] ?? {})
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]))
  }
  return { ...document, paths: resolve(document.paths) as OpenApiDocument['paths'] }
}
