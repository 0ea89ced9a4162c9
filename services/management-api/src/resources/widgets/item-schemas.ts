import {
  linkDescription,
  linkPattern,
  maxAddressLength,
  maxWidgetAssets,
  webDescription,
  webPattern,
} from '@vitrine/contracts'
import { closed, Nullable, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

/** Maximum total size of the texts and addresses of a widget, UTF-8 bytes. */
export const maxItemTextBytes = 64 * 1024

const Text = (maxLength: number) =>
  Type.String({ maxLength, format: 'text', description: 'text without the NUL character' })

/** The page of a video. */
const WebAddress = Type.String({
  maxLength: maxAddressLength,
  pattern: webPattern,
  description: webDescription,
})

const Address = Type.String({
  maxLength: maxAddressLength,
  pattern: linkPattern,
  description: linkDescription,
})

/** A place of the list as it is sent: an omitted field is null. */
const RequestedItem = Type.Object(
  {
    assetId: Uuid,
    caption: Type.Optional(Nullable(Text(1000))),
    altText: Type.Optional(Nullable(Text(2000))),
    link: Type.Optional(
      Nullable(Type.Object({ url: Address, newTab: Type.Optional(Type.Boolean()) }, closed)),
    ),
    video: Type.Optional(Nullable(Type.Object({ url: WebAddress }, closed))),
  },
  { ...closed, title: 'NewWidgetItem' },
)
export type RequestedItem = Static<typeof RequestedItem>

export const RequestedItems = Type.Array(RequestedItem, {
  maxItems: maxWidgetAssets,
  description: 'instead of assetIds: the assets in order, with texts and links of their own',
})

export const Items = Type.Array(
  Type.Object(
    {
      assetId: Uuid,
      caption: Nullable(
        Type.String({ description: 'instead of the alternative text; null: that text' }),
      ),
      altText: Nullable(
        Type.String({
          description: 'in this widget, instead of that of the asset; empty: decorative',
        }),
      ),
      link: Nullable(Type.Object({ url: Type.String(), newTab: Type.Boolean() })),
      video: Nullable(
        Type.Object(
          { url: Type.String() },
          { description: 'the page of a video, to which the picture links instead of `link`' },
        ),
      ),
    },
    { title: 'WidgetItem' },
  ),
  { description: 'the assets of assetIds in the same order' },
)
