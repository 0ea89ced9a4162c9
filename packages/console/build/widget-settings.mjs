import { join } from 'node:path'
import { configSettings, themeSettings } from '@vitrine/contracts'

const place = 'editor/settings-form/settings.ts'

/** The part of a key's schema that a form needs. The checks of the schemas themselves are 41 KB. */
export function settingOf(schema) {
  const { description, default: fallback } = schema
  const shared = { description, ...(fallback !== undefined && { fallback }) }
  const { minimum, maximum } = schema
  const unit = / \((\w+)\)$/.exec(description)?.[1] ?? ''
  if (schema.anyOf) {
    const [number, words] = schema.anyOf
    if (number?.type === 'integer' && words?.enum) {
      const { minimum, maximum } = number
      return { kind: 'either', minimum, maximum, words: words.enum, unit, ...shared }
    }
    return { kind: 'other', ...shared }
  }
  if (schema.enum) return { kind: 'oneOf', values: schema.enum, ...shared }
  if (schema.type === 'boolean') return { kind: 'flag', ...shared }
  if (schema.type === 'integer') return { kind: 'whole', minimum, maximum, unit, ...shared }
  if (schema.items?.enum) return { kind: 'someOf', values: schema.items.enum, ...shared }
  if (schema.type === 'object') return { kind: 'texts', ...shared }
  if (schema.type !== 'string') return { kind: 'other', ...shared }
  if (schema['~refine']) return { kind: 'colour', ...shared }
  const { maxLength, pattern } = schema
  return { kind: 'text', maxLength, ...(pattern !== undefined && { pattern }), ...shared }
}

const each = (settings) =>
  Object.fromEntries(Object.entries(settings).map(([key, schema]) => [key, settingOf(schema)]))

export const widgetSettings = () => ({
  config: Object.fromEntries(
    Object.entries(configSettings).map(([layout, settings]) => [layout, each(settings)]),
  ),
  theme: each(themeSettings),
})

/** Puts the settings of the contract into the editor at build. */
export function compiledSettings(folder = join(import.meta.dirname, '../src')) {
  const file = join(folder, place)
  return {
    name: 'compiled-settings',
    load: (id) =>
      id === file ? `export const settings = ${JSON.stringify(widgetSettings())}` : undefined,
  }
}
