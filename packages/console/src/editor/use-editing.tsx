import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Editing } from './editing.ts'
import type { EditingState } from './editing-state.ts'

const EditingContext = createContext<Editing | null>(null)

export const EditingScope = ({ editing, children }: { editing: Editing; children: ReactNode }) => (
  <EditingContext value={editing}>{children}</EditingContext>
)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (editing === null) throw new Error('there is no editor around')
  return editing
}

/** A part of the state; it must be the same object while it does not change. */
export function useEdited<Part>(select: (state: EditingState) => Part): Part {
  const editing = useEditing()
  return useSyncExternalStore(editing.subscribe, () => select(editing.get()))
}
