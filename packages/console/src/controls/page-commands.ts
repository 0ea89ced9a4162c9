import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Command } from './command-list.tsx'

const sources = new Set<RefObject<readonly Command[]>>()

/** Offers actions of the page, such as those on its selection, in the palette. */
export function usePageCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    sources.add(latest)
    return () => void sources.delete(latest)
  }, [])
}

/** The actions of the page that is open. */
export const pageCommands = (): Command[] => [...sources].flatMap(({ current }) => current)
