import { useEffect, useState } from 'react'
import { SearchBox } from './search-box.tsx'

type Props = { label: string; value: string; onChange(value: string): void }

/** After the last letter, ms. */
const pauseMs = 250

/** A search that follows the typing, with pauses. */
export function SearchWords({ label, value, onChange }: Props) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return <SearchBox label={label} value={text} onChange={setText} />
}
