/** A JSON Schema, or a reference to one. */
export type Schema = { readonly [keyword: string]: unknown }

export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  example?: unknown
  required?: boolean
  schema: Schema
}

export type Operation = {
  summary?: string
  description?: string
  operationId?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  'x-vitrine-role'?: string
  'x-vitrine-errors'?: Record<string, string[]>
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>
}

/** The parts of an OpenAPI 3.1 document that the suites read. */
export type OpenApiDocument = {
  openapi: string
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A call that a document describes; `method` is upper case, `path` has its `{parameters}`. */
export type DescribedCall = { method: string; path: string; operation: Operation }

export const describedCalls = ({ paths }: OpenApiDocument): DescribedCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
