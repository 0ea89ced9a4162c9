import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { fetchMe, type Me } from './me.ts'

/** The shell puts the first answer into the cache. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: fetchMe,
  staleTime: 60_000,
})

/** For pages inside the shell, which is shown only with a session. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (data === null) throw new Error('nobody is signed in')
  return data
}
