import type { IncomingHttpHeaders } from 'node:http'

/** What a program of ours says of an object, stored with it: names in lower case, values in ASCII. */
export type Metadata = Readonly<Record<string, string>>

const prefix = 'x-amz-meta-'

export const metadataHeaders = (metadata: Metadata): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`${prefix}${name}`, value]))

export const metadataOf = (headers: IncomingHttpHeaders): Metadata =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), `${value}`]] : [],
    ),
  )
