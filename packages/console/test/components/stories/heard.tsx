import { type ReactNode, useState } from 'react'

type Props = { children(hear: (words: string) => void): ReactNode }

/** Shows what the controls in it have called, for tests to read. */
export function Heard({ children }: Props) {
  const [heard, setHeard] = useState<readonly string[]>([])
  return (
    <>
      {children((words) => setHeard((before) => [...before, words]))}
      <p data-heard>{heard.join(', ')}</p>
    </>
  )
}

type WithValue<Value> = {
  initial: Value
  children(value: Value, change: (value: Value) => void): ReactNode
}

/** Holds the value of a control, and shows each one that it has changed to. */
export function Valued<Value>({ initial, children }: WithValue<Value>) {
  const [value, setValue] = useState(initial)
  return (
    <Heard>
      {(hear) =>
        children(value, (next) => {
          setValue(next)
          hear(String(next))
        })
      }
    </Heard>
  )
}
