import Value from 'typebox/value'
import { configSettings } from './config.js'
import type { Layout } from './layouts.js'
import { partsOf, type Setting } from './setting.js'
import { themeSettings } from './theme.js'

type Values = Readonly<Record<string, unknown>>
type Settings = Readonly<Record<string, Setting>>
/** A field (`config.autoplaySpeed`, as spelled in the request) and its problem. */
type Problem = { field: string; message: string }

/**
 * Checks the keys of `config` that the layout defines, in camelCase or snake_case. Other keys are ignored,
 * and null counts as left out.
 */
export const checkConfig = (layout: Layout, config: Values): Problem[] =>
  check('config', configSettings[layout], config)

/** Checks the known keys of `theme` in the same way. */
export const checkTheme = (theme: Values): Problem[] => check('theme', themeSettings, theme)

/** The keys, as spelled in the request, that the layout does not define. null counts as left out. */
export const unknownConfigKeys = (layout: Layout, config: Values): string[] =>
  unknownKeys(configSettings[layout], config)

/** The unknown keys of `theme` in the same way. */
export const unknownThemeKeys = (theme: Values): string[] => unknownKeys(themeSettings, theme)

const unknownKeys = (settings: Settings, values: Values): string[] =>
  Object.keys(values).filter(
    (key) => values[key] !== null && settingOf(settings, key) === undefined,
  )

function check(part: string, settings: Settings, values: Values) {
  return Object.entries(values).flatMap(([key, value]): Problem[] => {
    const setting = settingOf(settings, key)
    return setting === undefined || value === null
      ? []
      : problemsOf(`${part}.${key}`, setting, value)
  })
}

/** Each problem names the innermost field, such as `config.header.button.url`. */
function problemsOf(field: string, setting: Setting, value: unknown): Problem[] {
  if (Value.Check(setting, value)) return []
  const parts = partsOf(setting)
  if (parts === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ field, message: `must be ${setting.description}` }]
  }
  const { named, required } = parts
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ field: `${field}.${name}`, message: 'is required' }))
  const wrong = Object.entries(value).flatMap(([name, part]): Problem[] => {
    const inner = Object.hasOwn(named, name) ? named[name] : undefined
    const unknown = `is unknown: ${field} is ${setting.description}`
    return inner === undefined
      ? [{ field: `${field}.${name}`, message: unknown }]
      : problemsOf(`${field}.${name}`, inner, part)
  })
  return [...missing, ...wrong]
}

function settingOf(settings: Settings, key: string): Setting | undefined {
  const name = camelCase(key)
  return Object.hasOwn(settings, name) ? settings[name] : undefined
}

const camelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
