/** Long enough for the slowest store on a busy machine. */
const timeoutMs = 180_000

export type Reply = { status: number; headers: Headers; body: Buffer }

/** @throws when the connection is refused or lost, or there is no answer in time. */
export async function send(
  url: string,
  options: {
    method?: string
    token?: string
    headers?: Readonly<Record<string, string>>
    body?: string | Uint8Array<ArrayBuffer>
  } = {},
): Promise<Reply> {
  const { method = 'GET', token, headers = {}, body } = options
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  return { status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

export const sendJson = (url: string, method: string, token: string | undefined, body?: object) =>
  send(url, {
    method,
    ...(token !== undefined && { token }),
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })

export const parsed = <Body>({ body }: Reply): Body => JSON.parse(body.toString()) as Body

/** @throws if the status is another one. */
export function expectStatus(reply: Reply, status: number, what: string): Reply {
  if (reply.status === status) return reply
  throw new Error(`${what}: expected a ${status}, got ${reply.status}: ${reply.body}`)
}
