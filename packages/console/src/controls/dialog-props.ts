import type { ReactNode } from 'react'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
  /** Its buttons, the main one last. */
  actions?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  role?: 'dialog' | 'alertdialog'
}
