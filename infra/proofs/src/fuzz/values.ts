import type { Schema } from '@vitrine/testing'
import fc, { type Arbitrary } from 'fast-check'

/** Existing ids and names, so that a request passes the first checks. */
export type KnownValues = { readonly uuids: readonly string[] }

const maxItems = 4
const maxLength = 40

const emptyOrOdd = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  'null',
  'NaN',
]
const characters = ['\u0000', 'a\u0000b', '\ud800', '\ufeff', '\u202e', '%00']
const injections = ['../../etc/passwd', "' OR 1=1--", '<script>', `\${x}`, '{{7*7}}']
const longTexts = ['9'.repeat(400), 'x'.repeat(5000), '😀'.repeat(300)]
const impossible = [
  '0000-00-00T00:00:00',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
]

/** Values that have caused errors in parsers, validators and databases. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...emptyOrOdd,
    ...characters,
    ...injections,
    ...longTexts,
    ...impossible,
  ),
  fc.string({ unit: 'binary', maxLength }),
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Values that match a schema. A vague schema gets little variety. */
export function valid(schema: Schema, known: KnownValues): Arbitrary<unknown> {
  const { const: constant, enum: choices, type } = schema
  const anyOf = schema.anyOf ?? schema.oneOf
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]))
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((option) => valid(option, known)))
  if (Array.isArray(type)) {
    return fc.oneof(...(type as string[]).map((one) => valid({ ...schema, type: one }, known)))
  }
  switch (type) {
    case 'string':
      return text(schema, known)
    case 'integer':
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid((schema.items ?? {}) as Schema, known), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? maxItems), maxItems),
      })
    case 'object':
      return object(schema, known)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function text({ format, pattern, ...limits }: Schema, known: KnownValues): Arbitrary<string> {
  if (format === 'uuid') {
    const fresh = fc.uuid()
    return known.uuids.length > 0 ? fc.oneof(fc.constantFrom(...known.uuids), fresh) : fresh
  }
  if (format === 'email') return fc.emailAddress({ size: 'small' })
  const { minLength = 0, maxLength: mostAllowed = Number.POSITIVE_INFINITY } = limits
  if (typeof pattern === 'string') {
    // A pattern may need more characters than are made otherwise.
    return fc
      .stringMatching(new RegExp(pattern), { size: 'small' })
      .filter(({ length }) => length >= Number(minLength) && length <= Number(mostAllowed))
  }
  const longest = Math.min(Number(mostAllowed), maxLength)
  return fc.string({ minLength: Math.min(Number(minLength), longest), maxLength: longest })
}

function number({ type, minimum, maximum }: Schema): Arbitrary<number> {
  const min = Number(minimum ?? -1000)
  const max = Number(maximum ?? 1_000_000)
  return type === 'integer'
    ? fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
    : fc.double({ min, max, noNaN: true })
}

function object(schema: Schema, known: KnownValues): Arbitrary<unknown> {
  const properties = schema.properties as Record<string, Schema> | undefined
  if (properties === undefined) {
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  }
  // A read-only field is valid only with the value of the resource.
  const writable = Object.entries(properties).filter(([, value]) => value.readOnly !== true)
  const entries = writable.map(([name, value]) => [name, valid(value, known)])
  return fc.record(Object.fromEntries(entries) as Record<string, Arbitrary<unknown>>, {
    requiredKeys: ((schema.required ?? []) as string[]).filter((name) => name in properties),
  })
}

/** A valid object except for one property, which is wrong, missing or unknown. */
export const nearlyValid = (schema: Schema, known: KnownValues): Arbitrary<unknown> =>
  Array.isArray(schema.oneOf)
    ? fc.oneof(...(schema.oneOf as Schema[]).map((form) => nearlyValidObject(form, known)))
    : nearlyValidObject(schema, known)

const nearlyValidObject = (schema: Schema, known: KnownValues): Arbitrary<unknown> =>
  fc
    .tuple(valid(schema, known), fc.nat(), hostile, fc.constantFrom('wrong', 'missing', 'unknown'))
    .map(([value, index, wrong, how]) => {
      const names = Object.keys((schema.properties ?? {}) as object)
      const name = names[index % Math.max(names.length, 1)]
      if (typeof value !== 'object' || value === null || name === undefined) return wrong
      if (how === 'unknown') return { ...value, [nameFrom(wrong)]: wrong }
      if (how === 'wrong') return { ...value, [name]: wrong }
      const { [name]: _, ...rest } = value as Record<string, unknown>
      return rest
    })

/** An object may have a `toString` that is not a function. */
const nameFrom = (value: unknown): string =>
  (typeof value === 'string' ? value : `${JSON.stringify(value)}`).slice(0, 20)
