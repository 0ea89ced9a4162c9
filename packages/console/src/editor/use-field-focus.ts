import { useEffect, useState } from 'react'

/** Gives the focus to a field by its name, once no dialog lies over it. */
export function useFieldFocus(): (field: string) => void {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const field = document.querySelector(`[data-field="${CSS.escape(wanted)}"]`)
    const input = field?.querySelector<HTMLElement>('input[type="text"], input:not([type])')
    // The list of pictures has a button only.
    const target = input ?? field?.querySelector('button')
    target?.focus()
    setWanted(null)
  }, [wanted])
  return setWanted
}
