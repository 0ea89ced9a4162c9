import { type ReactNode, useState } from 'react'
import { t } from '../words/words.ts'
import { Confirm } from './dialog.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  title: string
  /** The text to type. */
  name: string
  label: string
  onClose(): void
  act(): Promise<unknown>
  children: ReactNode
}

/** A question before something that takes a lot along: its name has to be typed. */
export function TypedConfirm({ name, children, ...props }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <Confirm {...props} isReady={typed.trim() === name}>
      {children}
      <TextField
        label={t('Type {name} to go on', { name })}
        value={typed}
        onChange={setTyped}
        autoFocus
        autoComplete="off"
      />
    </Confirm>
  )
}
