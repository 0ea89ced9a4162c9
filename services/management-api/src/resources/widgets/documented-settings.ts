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
  'Keys may be spelled in snake_case too; null counts as left out. Other keys are kept as sent, and named in `warnings` of the answer.'

const asText: JsonSchema = {
  type: 'string',
  contentMediaType: 'application/json',
  description: 'the same object as a text of JSON',
}

type Settings = Readonly<Record<string, Setting>>
type Properties = Readonly<Record<string, unknown>>

const isNull: JsonSchema = { type: 'null' }

const orNull = ({ description, default: fallback, ...setting }: Setting): JsonSchema => ({
  description,
  anyOf: [setting, isNull],
  ...(fallback !== undefined && { default: fallback }),
})

/**
 * An object with these keys, which may have others. It says so by `unevaluatedProperties`: generators would turn
 * `additionalProperties` into a type that takes every key, so that a misspelled one would compile.
 */
const objectOf = (title: string, settings: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  title,
  type: 'object',
  description: spelling,
  properties: settings,
  unevaluatedProperties: true,
})

const settingsOf = (settings: Settings) =>
  Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, orNull(setting)]))

/** LIST_VERTICAL becomes ListVertical. */
const nameOf = (layout: Layout): string =>
  layout.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const configOf = (layout: Layout): JsonSchema =>
  objectOf(`${nameOf(layout)}Config`, settingsOf(configSettings[layout]))

/** The keys of every layout. A key has the same values in each layout; only its default may differ. */
function configOfAny(): JsonSchema {
  const all = Object.assign({}, ...layouts.map((layout) => configSettings[layout])) as Settings
  const withoutDefaults = Object.entries(settingsOf(all)).map(([key, { default: _, ...rest }]) => [
    key,
    rest,
  ])
  return objectOf('AnyConfig', Object.fromEntries(withoutDefaults))
}

const limits = new Set([
  'minimum',
  'maximum',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
])

/** Stored values may be older than the limits of their key, but have its type. */
function withoutLimits(schema: JsonSchema): JsonSchema {
  const others = Object.entries(schema).filter(([keyword]) => !limits.has(keyword))
  return Object.fromEntries(others.map(([keyword, value]) => [keyword, partOf(keyword, value)]))
}

function partOf(keyword: string, value: unknown): unknown {
  if (keyword === 'anyOf') return (value as JsonSchema[]).map(withoutLimits)
  if (keyword === 'items') return withoutLimits(value as JsonSchema)
  if (keyword !== 'patternProperties' && keyword !== 'properties') return value
  const parts = Object.entries(value as Record<string, JsonSchema>)
  return Object.fromEntries(parts.map(([pattern, part]) => [pattern, withoutLimits(part)]))
}

function storedOf({ title, properties }: JsonSchema): JsonSchema {
  const settings = Object.entries(properties as Record<string, JsonSchema>)
  const stored = settings.map(([key, setting]) => [key, withoutLimits(setting)])
  return objectOf(`Stored${title}`, Object.fromEntries(stored))
}

const theme = objectOf('Theme', settingsOf(themeSettings))
const orText = (object: JsonSchema): JsonSchema => ({ anyOf: [object, asText] })

type Form = { layout: Layout | null; title: string; config: JsonSchema; theme: JsonSchema }

/** An object with the `layout`, its `config` and the `theme`. */
function formOf(form: Form, required: readonly string[], properties: Properties): JsonSchema {
  const { layout: _, ...others } = properties
  return {
    title: form.title,
    type: 'object',
    required: form.layout === null ? required : [...new Set([...required, 'layout'])],
    properties: {
      ...others,
      ...(form.layout !== null && { layout: { type: 'string', const: form.layout } }),
      config: form.config,
      theme: form.theme,
    },
    additionalProperties: false,
  }
}

/** A widget as it is stored. @param required the properties that every answer has. */
export const documentedWidget = (
  title: string,
  required: readonly string[],
  properties: Properties,
): JsonSchema => ({
  title,
  oneOf: layouts.map((layout) =>
    formOf(
      {
        layout,
        title: `${nameOf(layout)}${title}`,
        config: storedOf(configOf(layout)),
        theme: storedOf(theme),
      },
      required,
      properties,
    ),
  ),
})

const inputForms = (kind: string) =>
  layouts.map((layout) => ({
    layout,
    title: kind.replace('Widget', `${nameOf(layout)}Widget`),
    config: orText(configOf(layout)),
    theme: orText(theme),
  }))

export const documentedNewWidget = (
  required: readonly string[],
  properties: Properties,
): JsonSchema => ({
  title: 'NewWidget',
  oneOf: inputForms('NewWidget').map((form) => formOf(form, required, properties)),
})

/** The body that updates a widget. Without a layout, `config` is that of the stored layout. */
export const documentedUpdate = (properties: Properties): JsonSchema => ({
  title: 'WidgetUpdate',
  oneOf: [
    ...inputForms('WidgetUpdate'),
    {
      layout: null,
      title: 'SameLayoutWidgetUpdate',
      config: orText(configOfAny()),
      theme: orText(theme),
    },
  ].map((form) => formOf(form, [], properties)),
})
