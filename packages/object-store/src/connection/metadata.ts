import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** User metadata of an object: names in lower case, values in ASCII. */
export type Metadata = Readonly<Record<string, string>>

const prefix = 'x-amz-meta-'

export const metadataHeaders = (metadata: Metadata): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`${prefix}${name}`, value]))

const metadataOf = (headers: IncomingHttpHeaders): Metadata =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), `${value}`]] : [],
    ),
  )

export type Description = { contentType: string; metadata: Metadata }

export const describe = ({ headers }: IncomingMessage): Description => ({
  contentType: headers['content-type'] ?? '',
  metadata: metadataOf(headers),
})
