import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

type Query = { size: number; cursor?: string }

/** A list that is read page by page, each from the cursor of the one before it. */
export const cursorPages = <Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  size: number,
  read: (query: Query, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      read({ size, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
