import { useRef } from 'react'

type Options<Resource> = { read(): Promise<Resource>; isStale(error: unknown): boolean }

/**
 * For a change that must not be made to another state than the person has seen. If the resource was changed by
 * others, the change is refused, and the next attempt is about the present state.
 */
export function useFresh<Resource>(
  resource: Resource,
  { read, isStale }: Options<Resource>,
): <Result>(change: (resource: Resource) => Promise<Result>) => Promise<Result> {
  const latest = useRef(resource)
  return async (change) => {
    try {
      return await change(latest.current)
    } catch (error) {
      if (isStale(error)) latest.current = await read()
      throw error
    }
  }
}
