import Value from 'typebox/value'
import { configSettings } from './config.js'
import type { Layout } from './layouts.js'
import type { Setting } from './setting.js'
import { themeSettings } from './theme.js'

type Values = Readonly<Record<string, unknown>>
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

function check(part: string, settings: Readonly<Record<string, Setting>>, values: Values) {
  return Object.entries(values).flatMap(([key, value]): Problem[] => {
    const name = camelCase(key)
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (setting === undefined || value === null || Value.Check(setting, value)) return []
    return [{ field: `${part}.${key}`, message: `must be ${setting.description}` }]
  })
}

const camelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
