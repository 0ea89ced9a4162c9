import type { FastifySchema, FastifySerializerCompiler } from 'fastify'
import { formatTimestamp } from '../time.js'

type Schema = {
  type?: string | string[]
  format?: string
  contentMediaType?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/**
 * Shapes a response by its schema: properties that it doesn't declare are dropped (a key's hash
 * cannot leak), Dates become server local time, and values under a JSON media type their text.
 * Rows are returned as they are; there is no mapping by hand.
 */
export const compileSerializer: FastifySerializerCompiler<FastifySchema> = ({ schema }) => {
  return (value: unknown) => JSON.stringify(shape(schema as Schema, value))
}

function shape(schema: Schema, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (value instanceof Date) return formatTimestamp(value)
  if (schema.contentMediaType === 'application/json' && typeof value !== 'string') {
    return JSON.stringify(value)
  }
  if (schema.anyOf) return shape(schema.anyOf.find((option) => option.type !== 'null') ?? {}, value)
  if (Array.isArray(value)) {
    const { items } = schema
    return items ? value.map((item) => shape(items, item)) : value
  }
  const { properties } = schema
  if (properties && typeof value === 'object') {
    const row = value as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, shape(property, row[name])]),
    )
  }
  return value
}
