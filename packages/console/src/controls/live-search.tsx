import { useEffect, useEffectEvent, useState } from 'react'
import { SearchBox } from './search-box.tsx'

type Props = { label: string; value: string; onChange(value: string): void }

/** After the last letter, ms. */
const pauseMs = 250

/** A search that follows the letters, with a pause. */
export function LiveSearch({ label, value, onChange }: Props) {
  const [text, setText] = useState(value)
  const change = useEffectEvent(onChange)
  // A blank at the end stays, because a person may be about to write the next word.
  useEffect(() => setText((shown) => (shown.trim() === value ? shown : value)), [value])
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === value) return
    const timer = setTimeout(() => change(trimmed), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return <SearchBox label={label} value={text} onChange={setText} />
}
