import { type ReactNode, useMemo } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Icon } from './icon.tsx'
import css from './menu.module.css'
import type { AnchoredMenuProps, ItemProps } from './menu-props.ts'

export function AnchoredMenu({
  label,
  anchor,
  onClose,
  children,
  placement = 'bottom end',
}: AnchoredMenuProps) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popover
      aria-label={label}
      triggerRef={triggerRef}
      isOpen={anchor !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      placement={placement}
      className={css.popover ?? ''}
    >
      <AriaMenu aria-label={label} className={css.menu ?? ''} onClose={onClose} autoFocus="first">
        {children}
      </AriaMenu>
    </Popover>
  )
}

export const MenuItem = ({ label, icon, hint, isDanger, isCurrent, ...props }: ItemProps) => (
  <AriaMenuItem
    {...props}
    textValue={label}
    className={`${css.item} ${isDanger ? css.danger : ''}`}
  >
    {icon === undefined ? null : <Icon name={icon} size={16} />}
    <span className={css.text}>
      {label}
      {hint === undefined ? null : <span className={css.hint}>{hint}</span>}
    </span>
    {isCurrent ? (
      <span className={css.current}>
        <Icon name="check" size={16} />
      </span>
    ) : null}
  </AriaMenuItem>
)

export const MenuSection = ({ label, children }: { label: string; children: ReactNode }) => (
  <AriaMenuSection>
    <Header className={css.header ?? ''}>{label}</Header>
    {children}
  </AriaMenuSection>
)

export const MenuLine = () => <Separator className={css.line ?? ''} />
