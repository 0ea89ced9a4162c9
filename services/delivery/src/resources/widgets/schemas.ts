import { type Exposure, type Layout, layouts } from '@vitrine/contracts'
import { Component, Nullable, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

/** A widget as the public sees it. It is serialized once per version: see `PreparedWidget`. */
export const PublishedWidget = Component('PublishedWidget', {
  events: Type.Optional(
    Type.Boolean({ description: 'true if the API key records events; otherwise left out' }),
  ),
  widget: Type.Object({
    id: Uuid,
    slug: Type.String(),
    layout: Type.Enum([...layouts]),
    config: Type.String({ description: 'a JSON object, as text' }),
    theme: Type.String({ description: 'a JSON object, as text' }),
  }),
  assets: Type.Array(
    Component('PublishedAsset', {
      id: Uuid,
      url: Type.String({ format: 'uri' }),
      filename: Type.String(),
      contentType: Type.String(),
      width: Type.Integer({
        description:
          'pixels; with private originals those of the largest picture that anyone may see',
      }),
      height: Type.Integer(),
      focalPoint: Nullable(
        Type.Object(
          { x: Type.Number(), y: Type.Number() },
          { description: 'what crops keep in sight, as fractions of width and height' },
        ),
      ),
      altText: Nullable(
        Type.String({ description: 'empty for a decorative picture; null if it is missing' }),
      ),
      placeholder: Nullable(
        Type.Object(
          {
            color: Type.String({ description: 'the dominant colour, #rrggbb' }),
            thumbhash: Type.String({ description: 'a ThumbHash, base64' }),
          },
          { description: 'shown until the picture has loaded; null for some older pictures' },
        ),
      ),
      caption: Nullable(Type.String()),
      link: Nullable(Type.Object({ url: Type.String(), newTab: Type.Boolean() })),
      video: Nullable(
        Type.Object(
          { url: Type.String() },
          { description: 'the page of a video, of which the picture is the poster' },
        ),
      ),
      tags: Type.Optional(
        Type.Array(Type.String(), {
          description: 'only with the key `filterByTags`, and only the tags that have a button',
        }),
      ),
    }),
  ),
})

export type PublishedWidget = Static<typeof PublishedWidget>

/** A widget in the database. `config` and `theme` are JSON texts. */
export type WidgetRow = Exposure & {
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
  version: number
  focalPoint: { x: number; y: number } | null
  altText: string | null
  placeholder: { color: string; thumbhash: string } | null
  caption: string | null
  link: { url: string; newTab: boolean } | null
  video: { url: string } | null
  /** All of them if the configuration may publish some; otherwise null. */
  tags: string[] | null
}
