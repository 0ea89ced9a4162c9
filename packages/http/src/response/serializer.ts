import type { FastifySchema, FastifySerializerCompiler } from 'fastify'
import { formatTimestamp } from '../time.js'

type Schema = {
  type?: string | string[]
  format?: string
  contentMediaType?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/**
 * Shapes a response by its schema. Undeclared properties are dropped, so that the hash of a key cannot
 * leak; Dates become server local time; values of a JSON media type become text. Handlers return rows as
 * they are, without a mapping.
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
  if (schema.anyOf) return shape(formOf(schema.anyOf, value), value)
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

/** The first form of which the value has all required properties. */
const formOf = (forms: Schema[], value: unknown): Schema =>
  forms.find(
    ({ type, required = [] }) =>
      type !== 'null' &&
      required.every((name) => (value as Record<string, unknown>)[name] !== undefined),
  ) ?? {}
