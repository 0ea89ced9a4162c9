/** What the plain servers answer at one address. */
export type Served = {
  /** `/api/v1/widgets/demo` */
  path: string
  /** Absolute path of the body. */
  file: string
  /** Exactly these, besides those that any server adds. */
  headers: Readonly<Record<string, string>>
  /** Read from the disk for each answer. */
  isLarge: boolean
}

/** Headers that a server adds of itself, or that differ from answer to answer. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length'])

/** What a peer has to send to send the same. */
export function headersToCopy(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ownHeaders.has(name) ? [] : [[name, String(value)]],
    ),
  )
}
