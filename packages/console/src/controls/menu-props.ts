import type { ReactNode } from 'react'
import type { PopoverProps } from 'react-aria-components/Popover'
import type { IconName } from './icon.tsx'

export type AnchoredMenuProps = {
  label: string
  /** The element that it is beside; null while it is closed. */
  anchor: Element | null
  onClose(): void
  children: ReactNode
  placement?: PopoverProps['placement']
  /** The label of a field that filters the entries; without a label there is no field. */
  search?: string
}

export type ItemProps = {
  id?: string
  label: string
  icon?: IconName
  hint?: string
  isDanger?: boolean
  isCurrent?: boolean
  isDisabled?: boolean
  href?: string
  onAction?(): void
}
