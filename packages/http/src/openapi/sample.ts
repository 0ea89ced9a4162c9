import type { JsonSchema } from './json-schema.js'

export type Values = Readonly<Record<string, unknown>>

const formats = new Map<unknown, string>([
  ['uuid', '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10'],
  ['uri', 'https://images.example.com/dune.webp'],
  ['email', 'ada@example.com'],
])

/**
 * A value that matches a schema, for people to read. Properties take their value from `values`, first by
 * title and name (`Widget.name`), then by name; others get one from their schema.
 */
export function sampleOf(schema: JsonSchema, values: Values): unknown {
  const { const: constant, enum: choices, type } = schema
  const forms = (schema.oneOf ?? schema.anyOf) as readonly JsonSchema[] | undefined
  if (constant !== undefined) return constant
  if (Array.isArray(choices)) return choices[0]
  if (forms?.[0] !== undefined) return sampleOf(forms[0], values)
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return objectOf(schema, values)
    case 'array':
      return [sampleOf((schema.items ?? {}) as JsonSchema, values)]
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return null
  }
}

function objectOf({ title, properties = {}, required = [] }: JsonSchema, values: Values) {
  const names = required as readonly string[]
  const entries = Object.entries(properties as Record<string, JsonSchema>)
  const shown = entries.flatMap(([name, schema]): [string, unknown][] => {
    const known = [`${title}.${name}`, name].find((key) => Object.hasOwn(values, key))
    if (known !== undefined) return [[name, values[known]]]
    return names.includes(name) ? [[name, sampleOf(schema, values)]] : []
  })
  return Object.fromEntries(shown.filter(([name]) => !isReadOnly(properties, name)))
}

const isReadOnly = (properties: unknown, name: string): boolean =>
  (properties as Record<string, JsonSchema>)[name]?.readOnly === true

/** Texts of the patterns in use; the first that matches is taken. */
const texts = ['text', '2026-06-30T12:00:00', 'a1b2c3d4'.repeat(8)]

function textOf({ format, pattern, minLength }: JsonSchema): string {
  const known = formats.get(format)
  if (known !== undefined) return known
  const expression = new RegExp(String(pattern ?? ''), 'u')
  const text = texts.find((one) => expression.test(one)) ?? 'text'
  return text.padEnd(Number(minLength ?? 0), '.')
}
