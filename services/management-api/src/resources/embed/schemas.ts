import { Component, Nullable, Timestamp, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const EmbedQuery = Type.Object({
  apiKeyId: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'the key that the page will use; if left out, the newest that is good',
    }),
  ),
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      description: 'a language tag, such as de or pt-BR: that of the page',
    }),
  ),
  width: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,4}([.][0-9]{1,3})?(px|rem|vw)$',
      description:
        'how wide the widget will be, such as 720px, 45rem or 50vw. A script whose width is known asks for the first picture early, as suits the top of a page; paste it again after that picture has changed',
    }),
  ),
  styles: Type.Optional(
    Type.Enum(['inline', 'files'], {
      description:
        'where the styles of the snippet are: in it (the default), or in files of the service, for a page whose Content-Security-Policy forbids inline styles',
    }),
  ),
})
export type EmbedQuery = Static<typeof EmbedQuery>

export const Embed = Component('Embed', {
  placeholder: Type.String({
    description: 'what stands for the key in the codes: only its hash is kept, so put it in',
  }),
  apiKey: Type.Unsafe<EmbedKey | null>(
    Nullable(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        keyPrefix: Type.String({ description: 'how the key begins' }),
        allowedOrigins: Type.Array(Type.String()),
        expiresAt: Nullable(Timestamp),
      }),
    ),
  ),
  script: Type.String({ description: 'HTML: the element, which fetches the widget' }),
  pinnedScript: Type.String({
    description:
      'HTML: as `script`, with the script of this release and its `integrity`: the page runs this very script until you paste a new code, fixes are not taken. Its line with `integrity` may stand in the snippet as well',
  }),
  snippet: Nullable(
    Type.String({
      description:
        'HTML: the element with its content, which shows without a script; null for a draft, and if it has more than 2 MiB of text',
    }),
  ),
  place: Type.String({
    description:
      'HTML: an empty picture as high as the widget at each width. As a child of the element it keeps the place free until the widget is shown, in components of React and Vue, too',
  }),
  iframe: Type.String({ description: 'HTML: a frame, for sites that take no script' }),
  iframeScript: Type.String({
    description: 'HTML: beside such frames, makes them as high as what they show',
  }),
})
export type Embed = Static<typeof Embed>

/** The key for a page, as far as it is known. */
export type EmbedKey = {
  id: string
  name: string
  keyPrefix: string
  allowedOrigins: string[]
  expiresAt: Date | null
}
