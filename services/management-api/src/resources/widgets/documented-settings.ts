import {
  configSettings,
  type Layout,
  layouts,
  type Setting,
  themeSettings,
} from '@vitrine/contracts'
import type { JsonSchema } from '@vitrine/http'

/* For the document only: the keys of `config` and `theme`, from the settings that the service validates. */

const spelling =
  'Keys may be spelled in snake_case too; null counts as left out; other keys are kept as sent.'

const asText: JsonSchema = {
  type: 'string',
  contentMediaType: 'application/json',
  description: 'the same object as a text of JSON',
}

const objectOf = (title: string, settings: Readonly<Record<string, Setting>>): JsonSchema => ({
  title,
  type: 'object',
  description: spelling,
  properties: settings,
  additionalProperties: true,
})

/** LIST_VERTICAL becomes ListVertical. */
const nameOf = (layout: Layout): string =>
  layout.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const configOf = (layout: Layout): JsonSchema =>
  objectOf(`${nameOf(layout)}Config`, configSettings[layout])

export const documentedTheme: JsonSchema = { anyOf: [objectOf('Theme', themeSettings), asText] }

/** For bodies without a layout, whose layout is that of the stored widget. */
export const documentedConfig: JsonSchema = {
  description: 'The keys that the layout of the widget has.',
  anyOf: [...layouts.map(configOf), asText],
}

/** A body with a layout: one form for each, with its own `config`. */
export const documentedByLayout = (
  required: readonly string[],
  properties: Readonly<Record<string, unknown>>,
): JsonSchema => ({
  oneOf: layouts.map((layout) => ({
    title: `New${nameOf(layout)}`,
    type: 'object',
    required,
    properties: {
      ...properties,
      layout: { type: 'string', const: layout },
      config: { anyOf: [configOf(layout), asText] },
    },
    additionalProperties: false,
  })),
})
