import { useEffect, useState } from 'react'

/** Gives the focus to a field of the settings by its name, once no dialog lies over it. */
export function useFieldFocus(): (field: string) => void {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const field = document.querySelector(`[data-field="${CSS.escape(wanted)}"]`)
    field?.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')?.focus()
    setWanted(null)
  }, [wanted])
  return setWanted
}
