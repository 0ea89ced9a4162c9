/** Sends one request. It rejects if there is no answer. */
export type Send = (request: Request) => Promise<Response>

/** Sends a request in its own way, or by `fetch` of the client. */
export type Transport = (request: Request, fetch: Send) => Promise<Response>

/** Sends a request, possibly several times, by `send`. */
export type Layer = (request: Request, send: Send) => Promise<Response>

type Problem = { code?: string }

/** The error code of an answer whose body stays unread. */
export async function codeOf(response: Response): Promise<string | undefined> {
  try {
    return ((await response.clone().json()) as Problem).code
  } catch {
    return undefined // Not JSON: a router's page.
  }
}
