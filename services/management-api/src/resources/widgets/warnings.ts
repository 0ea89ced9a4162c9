import {
  configSettings,
  type Layout,
  layouts,
  themeSettings,
  unknownConfigKeys,
  unknownThemeKeys,
} from '@vitrine/contracts'
import type { ErrorDetail } from '@vitrine/contracts/errors'
import { unknownName } from '@vitrine/http'
import { maxWarnings } from './schemas.js'

type Values = Readonly<Record<string, unknown>>

/**
 * The keys of stored settings that have no effect, with the reason: a misspelled key, or one of another layout. They
 * are no errors, since clients may keep keys of their own.
 */
export function settingWarnings(
  layout: Layout,
  { config = {}, theme = {} }: { config?: Values; theme?: Values },
): { warnings?: ErrorDetail[] } {
  const inConfig = unknownConfigKeys(layout, config).map((key) => ({ part: 'config', key }))
  const inTheme = unknownThemeKeys(theme).map((key) => ({ part: 'theme', key }))
  const unknown = [...inConfig, ...inTheme].slice(0, maxWarnings)
  if (unknown.length === 0) return {}
  return {
    warnings: unknown.map(({ part, key }) => ({
      field: `${part}.${key}`,
      message: `is stored and has no effect: it ${
        part === 'theme'
          ? unknownName(key, 'a key of themes', Object.keys(themeSettings))
          : reasonInConfig(layout, key)
      }`,
    })),
  }
}

function reasonInConfig(layout: Layout, key: string): string {
  const others = layouts.filter((other) => unknownConfigKeys(other, { [key]: true }).length === 0)
  return others.length > 0
    ? `is a key of ${others.join(', ')}, not of ${layout}`
    : unknownName(key, `a key of ${layout}`, Object.keys(configSettings[layout]))
}
