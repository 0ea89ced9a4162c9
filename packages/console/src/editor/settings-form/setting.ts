import type { Layout } from '../working-copy/fields.ts'

type Shared = {
  /** The valid values, for people. */
  readonly description: string
  /** Applies if the key is left out. */
  readonly fallback?: unknown
}

/** One key of `config` or `theme`, as `build/widget-settings.mjs` reads it from the contract. */
export type Setting = Shared &
  (
    | { readonly kind: 'flag' | 'colour' | 'texts' | 'other' }
    | { readonly kind: 'whole'; minimum: number; maximum: number; unit: string }
    | {
        readonly kind: 'either'
        minimum: number
        maximum: number
        words: readonly string[]
        unit: string
      }
    | { readonly kind: 'oneOf' | 'someOf'; values: readonly string[] }
    | { readonly kind: 'text'; maxLength: number; pattern?: string }
  )

export type Settings = {
  readonly config: Readonly<Record<Layout, Readonly<Record<string, Setting>>>>
  readonly theme: Readonly<Record<string, Setting>>
}

const isWhole = (text: string, { minimum, maximum }: { minimum: number; maximum: number }) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= minimum && Number(text) <= maximum

/**
 * The value of a text field; undefined if the text is not valid. The service checks all values again.
 *
 * @param isColour whether the browser knows the text as a colour.
 */
export function parsed(
  setting: Setting,
  text: string,
  isColour: (text: string) => boolean,
): unknown {
  const trimmed = text.trim()
  switch (setting.kind) {
    case 'whole':
      return isWhole(trimmed, setting) ? Number(trimmed) : undefined
    case 'either':
      if (setting.words.includes(trimmed)) return trimmed
      return isWhole(trimmed, setting) ? Number(trimmed) : undefined
    case 'colour':
      return trimmed.length <= 200 && isColour(trimmed) ? trimmed : undefined
    case 'text': {
      const { maxLength, pattern } = setting
      const fits = pattern === undefined || new RegExp(pattern, 'u').test(trimmed)
      return trimmed !== '' && trimmed.length <= maxLength && fits ? trimmed : undefined
    }
    default:
      return undefined
  }
}

const snakeCase = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The spelling of a key that the values have: both are valid. */
export const spelled = (values: Readonly<Record<string, unknown>>, key: string): string =>
  !Object.hasOwn(values, key) && Object.hasOwn(values, snakeCase(key)) ? snakeCase(key) : key

/** Null counts as left out. */
export const settingIn = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  values[spelled(values, key)] ?? undefined

/** Empty for values that no text field has: the service checks only the keys of a widget's own layout. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Undefined takes the key out. */
export function withValue(
  values: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const { [spelled(values, key)]: _, ...rest } = values
  return value === undefined ? rest : { ...values, [spelled(values, key)]: value }
}

/** Null if a line is not `name: text`. */
export function textsOf(lines: string): Readonly<Record<string, string>> | null {
  const rows = lines.split('\n').filter((line) => line.trim() !== '')
  const pairs = rows.map((row) => /^\s*([\w-]+)\s*:\s?(.{0,200})$/.exec(row))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2]?.trim() ?? '']))
}
