import type { Paths } from './api.js'
import type { Vitrine } from './client.js'
import { VitrineError } from './errors.js'

type Answer<Call> = Call extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never
type Get<Path extends keyof Paths> = Paths[Path] extends { get: infer Call } ? Call : never

/** The lists that have pages. */
export type PagedPath = {
  [Path in keyof Paths]: Answer<Get<Path>> extends { content: unknown[] } ? Path : never
}[keyof Paths]

export type ItemOf<Path extends PagedPath> =
  Answer<Get<Path>> extends { content: (infer Item)[] } ? Item : never

type Parameters<Path extends PagedPath> =
  Get<Path> extends { parameters: infer Given }
    ? (Given extends { path: infer Names } ? { path: Names } : unknown) &
        (Given extends { query?: infer Query }
          ? { query?: Omit<Query, 'page' | 'cursor'> }
          : unknown)
    : never

export type PagesOptions<Path extends PagedPath> = {
  params: Parameters<Path>
  signal?: AbortSignal
}

type Body = { content: unknown[]; last: boolean; nextCursor?: string | null }

/**
 * All items of a list, page by page as the loop asks for them. Lists with cursors neither skip nor double
 * an item while others come and go.
 *
 * @throws VitrineError for an answer of 400 or above.
 */
export async function* pages<Path extends PagedPath>(
  vitrine: Vitrine,
  path: Path,
  { params, signal }: PagesOptions<Path>,
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  const given = params as { path?: Record<string, string>; query?: Record<string, unknown> }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(given.path?.[name] ?? ''),
  )
  let at: Record<string, unknown> = {}
  for (let page = 0; ; page += 1) {
    const query = searchOf({ ...given.query, ...at })
    const request = new Request(`${vitrine.baseUrl}${address}?${query}`, signal ? { signal } : {})
    const response = await vitrine.send(request)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new VitrineError(response, body)
    const { content, last, nextCursor } = body as Body
    yield* content as ItemOf<Path>[]
    if (nextCursor === undefined ? last : nextCursor === null) return
    at = nextCursor === undefined ? { page: page + 1 } : { cursor: nextCursor }
  }
}

function searchOf(query: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  )
  return new URLSearchParams(pairs)
}
