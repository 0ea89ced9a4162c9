import { type Layout, layouts } from '@vitrine/contracts'
import { Nullable, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

/** The public face of a widget. Its bytes are made once per change: see the service. */
export const PublishedWidget = Type.Object({
  widget: Type.Object({
    id: Uuid,
    slug: Type.String(),
    layout: Type.Enum([...layouts]),
    config: Type.String({ description: 'a JSON object, as text' }),
    theme: Type.String({ description: 'a JSON object, as text' }),
  }),
  assets: Type.Array(
    Type.Object({
      id: Uuid,
      url: Type.String({ format: 'uri' }),
      filename: Type.String(),
      contentType: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      altText: Nullable(Type.String()),
    }),
  ),
})

export type PublishedWidget = Static<typeof PublishedWidget>

/** A widget as the database has it. `config` and `theme` are the texts that were stored. */
export type WidgetRow = {
  id: string
  slug: string
  layout: Layout
  config: string
  theme: string
  assets: AssetRow[]
}

export type AssetRow = {
  id: string
  filename: string
  contentType: string
  width: number
  height: number
  altText: string | null
}
