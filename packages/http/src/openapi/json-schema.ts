export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * Our validator's custom formats as patterns, which every validator supports. Engines agree on `\\x00`, but not on
 * `\\u0000`, so characters beyond `\\xff` are in the pattern themselves.
 */
const patterns = new Map<string, string>(
  Object.entries({
    'single-line': '^[^\\x00-\\x1f\\x7f]*$',
    name: '^[^\\x00-\\x1f\\x7f\u202a-\u202e\u2066-\u2069]*$',
    text: '^[^\\x00]*$',
    'local-date-time': '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
    timestamp:
      '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2})?$',
  }),
)

/** Custom keywords that other validators do not know. The descriptions cover what callers need. */
const ownKeywords = new Set(['trim', 'lowercase', 'volatile'])

/** Keywords whose value maps names to schemas. */
const maps = new Set(['properties', 'patternProperties'])
/** Keywords whose value is data, not a schema. */
const values = new Set(['const', 'enum', 'examples'])

/** Character classes of Unicode, such as `\\p{L}`, which Python and others do not know. */
const unicodeClass = /\\[pP]\{/

/**
 * Translates a schema to standard JSON Schema 2020-12, which OpenAPI 3.1 uses. The result is a copy
 * without the symbols and methods of the schema builder. A default becomes part of the description, because generated
 * clients send the `default` of a schema, and a sent value differs from one that is left out: it is stored, and
 * stays when the default changes. A pattern that only some engines read is left to the description.
 */
export function standardSchema(schema: JsonSchema): JsonSchema {
  // If our validator checks a value in code, the document may use a separate schema.
  if (typeof schema.documented === 'object') return standardSchema(schema.documented as JsonSchema)
  const standard: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(withoutDefaults(schema))) {
    if (ownKeywords.has(keyword) || keyword.startsWith('~')) continue
    if (keyword === 'pattern' && unicodeClass.test(String(value))) continue
    const pattern = keyword === 'format' ? patterns.get(String(value)) : undefined
    if (pattern !== undefined) standard.pattern = pattern
    else standard[keyword] = standardValue(keyword, value)
  }
  return standard
}

function standardValue(keyword: string, value: unknown): unknown {
  if (values.has(keyword) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => standardValue(keyword, item))
  if (!maps.has(keyword)) return standardSchema(value as JsonSchema)
  const entries = Object.entries(value as Record<string, JsonSchema>)
  return Object.fromEntries(entries.map(([name, schema]) => [name, standardSchema(schema)]))
}

/** The same schema. Its default is in its description, and its properties with a default are optional. */
function withoutDefaults({ default: fallback, ...schema }: JsonSchema): JsonSchema {
  const { description, required, properties } = schema as {
    description?: string
    required?: string[]
    properties?: Record<string, JsonSchema>
  }
  const isNeeded = (name: string) => properties?.[name]?.default === undefined
  return {
    ...schema,
    ...(required && properties && { required: required.filter(isNeeded) }),
    ...(fallback !== undefined && { description: withDefault(description, fallback) }),
  }
}

function withDefault(description: string | undefined, fallback: unknown): string {
  const text = typeof fallback === 'string' ? fallback : JSON.stringify(fallback)
  return description === undefined ? `${text} by default` : `${description}; ${text} by default`
}
