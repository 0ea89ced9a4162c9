/** The JSON Schema keywords that determine the phrase. */
export type DescribedSchema = {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/**
 * The values that a schema accepts, as the end of "must be …": "an integer from 1 to 500". All limits are
 * named, not only the violated one, so that one correction is enough.
 */
export function expectation(schema: DescribedSchema): string {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  const phrase = phraseOf(schema, types)
  return [schema.type].flat().includes('null') ? `${phrase}, or null` : phrase
}

function phraseOf(schema: DescribedSchema, types: readonly string[]): string {
  const { description, enum: choices } = schema
  if (schema.const !== undefined) return String(schema.const)
  if (choices !== undefined) {
    const named = choices.filter((choice) => choice !== null)
    return named.length === 1 ? String(named[0]) : `one of ${named.join(', ')}`
  }
  if (description !== undefined && types.length > 1) return description
  return (
    types.map((type) => phraseOfType.get(type)?.(schema) ?? 'a value').join(', or ') || 'a value'
  )
}

const phraseOfType = new Map<string, (schema: DescribedSchema) => string>(
  Object.entries({
    boolean: () => 'true or false',
    integer: ({ minimum, maximum }) => `an integer${range(minimum, maximum)}`,
    number: ({ minimum, maximum }) => `a number${range(minimum, maximum)}`,
    array: ({ minItems, maxItems }) => `an array${amount(minItems, maxItems, 'item', ' of ')}`,
    object: () => 'a JSON object',
    string: (schema) => {
      const { description, format, pattern, minLength, maxLength } = schema
      const isSpecific = format !== undefined || pattern !== undefined
      if (!isSpecific) return `text${amount(minLength, maxLength, 'character', ' of ')}`
      const limits = amount(minLength, maxLength, 'character', ', ')
      return `${description ?? `a valid ${format ?? 'value'}`}${limits && `${limits} long`}`
    },
  }),
)

function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` of at least ${least}`
  return most === undefined ? '' : ` of at most ${most}`
}

function amount(
  least: number | undefined,
  most: number | undefined,
  unit: string,
  before: string,
): string {
  if (least === undefined && most === undefined) return ''
  const units = (most ?? least) === 1 ? unit : `${unit}s`
  if (most === undefined) return `${before}at least ${least} ${units}`
  if (least === undefined || least === 0) return `${before}at most ${most} ${units}`
  return `${before}${least} to ${most} ${units}`
}
