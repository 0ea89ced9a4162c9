import Type, { type TSchema } from 'typebox'
import { isColour } from './colour.js'

/**
 * The schema of one key of `config` or `theme`. Its description states the valid values. Its default
 * applies if the key is left out.
 */
export type Setting = TSchema & { description: string; default?: unknown }

const described = (schema: TSchema, description: string, fallback: unknown): Setting =>
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

export const someOf = (values: readonly string[], fallback: readonly string[]): Setting =>
  described(
    Type.Array(Type.Enum([...values]), { uniqueItems: true }),
    `a list of some of ${values.join(', ')}`,
    fallback,
  )

export const text = (maxLength: number): Setting =>
  described(Type.String({ maxLength }), `text of at most ${maxLength} characters`, undefined)

export const pattern = (expression: string, description: string, fallback?: string): Setting =>
  described(Type.String({ pattern: expression, maxLength: 200 }), description, fallback)

export const either = (one: Setting, other: Setting, fallback?: unknown): Setting =>
  described(Type.Union([one, other]), `${one.description}, or ${other.description}`, fallback)

export const colour = (): Setting =>
  described(
    Type.Refine(Type.String({ maxLength: 200 }), isColour),
    'a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato',
    undefined,
  )

export const texts = (maxLength: number): Setting =>
  described(
    Type.Record(Type.String(), Type.String({ maxLength })),
    `an object of texts of at most ${maxLength} characters`,
    undefined,
  )
