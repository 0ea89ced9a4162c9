import { useRef } from 'react'
import { isStale } from '../words/errors.ts'

/**
 * Makes a change only to the state that the person has seen, which is the state on the page. If
 * others have changed the resource, the change is refused, and the next attempt is about the state read then.
 */
export function useFresh<Resource>(
  resource: Resource,
  read: () => Promise<Resource>,
): <Result>(change: (resource: Resource) => Promise<Result>) => Promise<Result> {
  const refused = useRef<{ shown: Resource; read: Resource } | null>(null)
  return async (change) => {
    // A newer state on the page replaces the one that was read.
    const last = refused.current
    const current = last?.shown === resource ? last.read : resource
    try {
      return await change(current)
    } catch (error) {
      if (isStale(error)) refused.current = { shown: resource, read: await read() }
      throw error
    }
  }
}
