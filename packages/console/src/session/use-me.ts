import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { fetchMe, loadMe, type Me } from './me.ts'

let isFirst = true

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => {
    const load = isFirst ? loadMe : fetchMe
    isFirst = false
    return load()
  },
  staleTime: 60_000,
})

/** For pages inside the shell, which is shown only with a session. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (data === null) throw new Error('nobody is signed in')
  return data
}
