/** The response of the peer servers at one path. */
export type Served = {
  /** `/api/v1/widgets/demo` */
  path: string
  /** Absolute path of the file with the body. */
  file: string
  /** Exactly these headers, besides those any server adds. */
  headers: Readonly<Record<string, string>>
  /** Read from disk for each response. */
  isLarge: boolean
}

/** Headers that a server adds itself, or that vary between responses. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length'])

/** The headers a peer has to set to send the same response. */
export function headersToCopy(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ownHeaders.has(name) ? [] : [[name, String(value)]],
    ),
  )
}
