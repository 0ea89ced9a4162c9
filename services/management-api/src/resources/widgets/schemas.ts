import { layouts, maxWidgetAssets } from '@vitrine/contracts'
import {
  Component,
  closed,
  closedAs,
  Name,
  Nullable,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Slug,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { SearchText } from '../../fields/search-text.js'
import { SortParameter } from '../../paging/sort.js'
import { documentedNewWidget, documentedUpdate, documentedWidget } from './documented-settings.js'
import { Items, RequestedItems } from './item-schemas.js'

const Layout = Type.Enum([...layouts])
const Status = Type.Enum(['DRAFT', 'PUBLISHED'])
const JsonObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'as it was sent; the keys are those of the request',
})
const JsonObjectInput = Type.Unsafe<Record<string, unknown> | string>({
  type: ['object', 'string'],
  description: 'a JSON object, or text that holds one',
})

const shown = {
  id: Uuid,
  projectId: Uuid,
  name: Type.String(),
  slug: Type.String(),
  assetIds: Type.Array(Uuid),
  items: Items,
  layout: Layout,
  config: JsonObject,
  theme: JsonObject,
  status: Status,
  publishedAt: Nullable(Timestamp),
  lastPublishedAt: Nullable(Timestamp),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

const { items: _, ...listed } = shown

/** Most warnings in an answer. A `config` may have thousands of unknown keys. */
export const maxWarnings = 20

const warnings = Type.Optional(
  Type.Array(Component('SettingWarning', { field: Type.String(), message: Type.String() }), {
    description: `Only in the answer of a call that sent keys of config or theme without effect: the first ${maxWarnings} of them. They are stored as sent.`,
  }),
)

export const Widget = Type.Object(
  { ...shown, warnings },
  {
    title: 'Widget',
    documented: documentedWidget('Widget', Object.keys(shown), { ...shown, warnings }),
  },
)

/** Who has the widget open in an editor, and the revision that is stored. */
export const WidgetEditors = Component('WidgetEditors', {
  revision: Revision,
  editors: Type.Array(Type.String(), {
    description: 'the names of the others who have the widget open in an editor, at most five',
  }),
})

/** Without `items`: a page may hold 500 widgets of 500 assets. */
const ListedWidget = Type.Object(listed, {
  title: 'ListedWidget',
  documented: documentedWidget('ListedWidget', Object.keys(listed), listed),
})

export const WidgetPage = Page(ListedWidget)

const input = { name: Name, slug: Slug, layout: Layout }
const optionalInput = {
  assetIds: Type.Optional(
    Type.Array(Uuid, { maxItems: maxWidgetAssets, description: 'the assets in order' }),
  ),
  items: Type.Optional(RequestedItems),
  config: Type.Optional(JsonObjectInput),
  theme: Type.Optional(JsonObjectInput),
  status: Type.Optional(Status),
}

export const NewWidget = Type.Object(
  { ...input, ...optionalInput },
  {
    ...closed,
    documented: documentedNewWidget(Object.keys(input), { ...input, ...optionalInput }),
  },
)
export type NewWidget = Static<typeof NewWidget>

const update = {
  name: Type.Optional(input.name),
  slug: Type.Optional(input.slug),
  layout: Type.Optional(input.layout),
  ...optionalInput,
  id: ReadOnly,
  projectId: ReadOnly,
  createdAt: ReadOnly,
  publishedAt: Volatile,
  lastPublishedAt: Volatile,
  updatedAt: Volatile,
  revision: Volatile,
  warnings: Volatile,
}
export const WidgetUpdate = Type.Object(update, {
  ...closed,
  documented: documentedUpdate(update),
})
export type WidgetUpdate = Writable<Static<typeof WidgetUpdate>>

/** Or null: a call without a body. */
export const WidgetCopy = Nullable(
  Type.Object(
    { name: Type.Optional(input.name), slug: Type.Optional(input.slug) },
    closedAs('WidgetCopy'),
  ),
)
export type WidgetCopy = NonNullable<Static<typeof WidgetCopy>>

export const widgetSorts = { createdAt: 'time', updatedAt: 'time', name: 'text' } as const

export const WidgetQuery = Type.Object({
  ...PageQuery.properties,
  q: SearchText,
  status: Type.Optional(Status),
  layout: Type.Optional(Layout),
  sort: SortParameter(widgetSorts),
})
export type WidgetQuery = Static<typeof WidgetQuery>

export const WidgetParams = Type.Object({ widgetId: Uuid })
