import Type, { type TSchema } from 'typebox'
import { linkDescription, linkPattern, maxAddressLength } from './addresses.js'
import { isColour } from './colour.js'

/**
 * The schema of one key of `config` or `theme`. Its description states the valid values. Its default
 * applies if the key is left out.
 */
export type Setting = TSchema & { description: string; default?: unknown }

const described = (schema: TSchema, description: string, fallback?: unknown): Setting =>
  Object.assign(schema, { description, ...(fallback === undefined ? {} : { default: fallback }) })

export const flag = (fallback: boolean): Setting =>
  described(Type.Boolean(), 'true or false', fallback)

export const whole = (minimum: number, maximum: number, unit: string, fallback?: number): Setting =>
  described(
    Type.Integer({ minimum, maximum }),
    `an integer from ${minimum} to ${maximum}${unit === '' ? '' : ` (${unit})`}`,
    fallback,
  )

export const oneOf = (values: readonly string[], fallback?: string): Setting =>
  described(
    Type.Enum([...values]),
    values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`,
    fallback,
  )

export const text = (maxLength: number, minLength = 0): Setting =>
  described(
    Type.String({ ...(minLength > 0 && { minLength }), maxLength }),
    minLength > 0
      ? `text of ${minLength} to ${maxLength} characters`
      : `text of at most ${maxLength} characters`,
  )

/** The address of a link, as pictures have it. */
export const link = (): Setting =>
  described(Type.String({ maxLength: maxAddressLength, pattern: linkPattern }), linkDescription)

export const pattern = (expression: string, description: string): Setting =>
  described(Type.String({ pattern: expression, maxLength: 200 }), description)

export const either = (one: Setting, other: Setting, fallback?: unknown): Setting =>
  described(Type.Union([one, other]), `${one.description}, or ${other.description}`, fallback)

export const colour = (): Setting =>
  described(
    Type.Refine(Type.String({ maxLength: 200 }), isColour),
    'a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato',
  )

export const texts = (maxLength: number): Setting =>
  described(
    Type.Record(Type.String(), Type.String({ maxLength })),
    `an object of texts of at most ${maxLength} characters`,
  )

/** A list of some of the words, each once. */
export const choices = (values: readonly string[], fallback: readonly string[]): Setting =>
  described(
    Type.Array(Type.Enum([...values]), { uniqueItems: true }),
    `a list of ${values.join(', ')}`,
    [...fallback],
  )

/** A list of tags of pictures. */
export const tagList = (maxItems: number): Setting =>
  described(
    Type.Array(text(64, 1), { minItems: 1, maxItems, uniqueItems: true }),
    `a list of 1 to ${maxItems} tags`,
  )

/** Values that apply from a width in pixels on, such as `{"480": 2, "900": 4}`. */
export const byWidth = (setting: Setting, maxProperties: number): Setting =>
  described(
    Type.Record(Type.String({ pattern: '^[1-9]\\d{1,3}$' }), setting, {
      additionalProperties: false,
      maxProperties,
    }),
    `an object with at most ${maxProperties} widths in pixels, each with ${setting.description}`,
  )

/** An object with these parts and no others. */
export function parts(
  named: Readonly<Record<string, Setting>>,
  required: readonly string[] = [],
): Setting {
  const properties = Object.entries(named).map(([name, setting]): [string, TSchema] => [
    name,
    required.includes(name) ? setting : Type.Optional(setting),
  ])
  return described(
    Type.Object(Object.fromEntries(properties), { additionalProperties: false }),
    `an object of ${Object.keys(named).join(', ')}`,
  )
}

/** The parts of such an object. */
export const partsOf = (
  setting: Setting,
): { named: Readonly<Record<string, Setting>>; required: readonly string[] } | undefined =>
  Type.IsObject(setting)
    ? {
        named: setting.properties as Readonly<Record<string, Setting>>,
        required: (setting.required as readonly string[] | undefined) ?? [],
      }
    : undefined
