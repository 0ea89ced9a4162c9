import { maxDetails } from './problems.js'

/** The JSON Schema keywords that determine which parts of a value are checked. */
type JudgingSchema = {
  properties?: Record<string, JudgingSchema>
  patternProperties?: unknown
  additionalProperties?: unknown
  items?: JudgingSchema
  maxItems?: number
}

/** For an array without `maxItems`. */
const mostItems = 1000

/**
 * The part of an invalid value in which all listed problems are found: the properties of the schema, some
 * unknown properties, and the elements of an array up to its limit plus one. The cost of the check
 * therefore does not depend on the size of the value.
 */
export function sampleOf(schema: JudgingSchema, value: unknown): unknown {
  if (Array.isArray(value)) return sampleOfArray(schema, value)
  if (typeof value !== 'object' || value === null) return value
  return sampleOfObject(schema, value as Record<string, unknown>)
}

function sampleOfArray({ items, maxItems = mostItems }: JudgingSchema, value: unknown[]) {
  const elements = value.slice(0, maxItems + 1)
  return items === undefined ? elements : elements.map((element) => sampleOf(items, element))
}

function sampleOfObject(schema: JudgingSchema, value: Record<string, unknown>) {
  const { properties, patternProperties, additionalProperties } = schema
  if (properties === undefined || patternProperties !== undefined) return value
  if (typeof additionalProperties === 'object') return value
  // A key may be "__proto__".
  const sample: Record<string, unknown> = Object.create(null)
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) sample[name] = sampleOf(property, value[name])
  }
  if (additionalProperties !== false) return sample
  let unknown = 0
  for (const name in value) {
    if (Object.hasOwn(properties, name)) continue
    sample[name] = null
    unknown += 1
    if (unknown > maxDetails) break
  }
  return sample
}
