export type Target = {
  url: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Requests a target and reads the whole answer, as it is sent: the load generator accepts no compression either.
 *
 * @throws unless the status is 200 and the content type, if given, matches.
 */
export async function getRight({ url, headers = {} }: Target, type?: string) {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const body = Buffer.from(await response.arrayBuffer())
  const isRight =
    response.status === 200 && (type === undefined || response.headers.get('content-type') === type)
  if (isRight) return { headers: response.headers, body }
  throw new Error(`GET ${url}: ${response.status} ${body.toString('utf8', 0, 200)}`)
}
