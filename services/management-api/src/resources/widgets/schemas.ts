import { layouts, maxWidgetAssets } from '@vitrine/contracts'
import {
  closed,
  type JsonSchema,
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
import { documentedByLayout, documentedConfig, documentedTheme } from './documented-settings.js'

const Layout = Type.Enum([...layouts])
const Status = Type.Enum(['DRAFT', 'PUBLISHED'])
const JsonObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'as it was sent; the keys are those of the request',
})
const jsonObjectInput = (documented: JsonSchema) =>
  Type.Unsafe<Record<string, unknown> | string>({
    type: ['object', 'string'],
    description: 'a JSON object, or text that holds one',
    documented,
  })

export const Widget = Type.Object({
  id: Uuid,
  projectId: Uuid,
  name: Type.String(),
  slug: Type.String(),
  assetIds: Type.Array(Uuid),
  layout: Layout,
  config: JsonObject,
  theme: JsonObject,
  status: Status,
  publishedAt: Nullable(Timestamp),
  lastPublishedAt: Nullable(Timestamp),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const WidgetPage = Page(Widget)

const input = {
  name: Name,
  slug: Slug,
  assetIds: Type.Array(Uuid, { maxItems: maxWidgetAssets }),
  layout: Layout,
}
const optionalInput = {
  config: Type.Optional(jsonObjectInput(documentedConfig)),
  theme: Type.Optional(jsonObjectInput(documentedTheme)),
  status: Type.Optional(Status),
}

export const NewWidget = Type.Object(
  { ...input, ...optionalInput },
  { ...closed, documented: documentedByLayout(Object.keys(input), { ...input, ...optionalInput }) },
)
export type NewWidget = Static<typeof NewWidget>

export const WidgetUpdate = Type.Object(
  {
    name: Type.Optional(input.name),
    slug: Type.Optional(input.slug),
    assetIds: Type.Optional(input.assetIds),
    layout: Type.Optional(input.layout),
    ...optionalInput,
    id: ReadOnly,
    projectId: ReadOnly,
    publishedAt: ReadOnly,
    lastPublishedAt: ReadOnly,
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closed,
)
export type WidgetUpdate = Writable<Static<typeof WidgetUpdate>>

/** Or null: a call without a body. */
export const WidgetCopy = Nullable(
  Type.Object({ name: Type.Optional(input.name), slug: Type.Optional(input.slug) }, closed),
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
