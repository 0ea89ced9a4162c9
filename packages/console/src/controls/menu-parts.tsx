import { type ReactNode, useMemo } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
} from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Separator } from 'react-aria-components/Separator'
import { t } from '../words/words.ts'
import { Icon, type IconName } from './icon.tsx'
import css from './menu.module.css'
import { useOpener } from './use-dialog-focus.ts'

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
  /** The keys that do the same. */
  keys?: string
  isDanger?: boolean
  isCurrent?: boolean
  onAction?(): void
}

export function AnchoredMenu({
  label,
  anchor,
  onClose,
  children,
  placement = 'bottom end',
  search,
}: AnchoredMenuProps) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popover
      ref={useOpener(anchor)}
      aria-label={label}
      triggerRef={triggerRef}
      isOpen={anchor !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      placement={placement}
      className={css.popover ?? ''}
    >
      {search === undefined ? (
        <AriaMenu aria-label={label} className={css.menu ?? ''} onClose={onClose} autoFocus="first">
          {children}
        </AriaMenu>
      ) : (
        <Autocomplete filter={includes}>
          <SearchField aria-label={search} autoFocus className={css.search ?? ''}>
            <Input placeholder={search} className={css.input ?? ''} />
          </SearchField>
          <AriaMenu
            aria-label={label}
            className={css.menu ?? ''}
            onClose={onClose}
            renderEmptyState={() => <p className={css.none}>{t('Nothing has this name.')}</p>}
          >
            {children}
          </AriaMenu>
        </Autocomplete>
      )}
    </Popover>
  )
}

const includes = (text: string, input: string): boolean =>
  text.toLowerCase().includes(input.trim().toLowerCase())

export const MenuItem = ({ label, icon, hint, keys, isDanger, isCurrent, ...props }: ItemProps) => (
  <AriaMenuItem
    {...props}
    textValue={label}
    className={`${css.item} row-3 ${isDanger ? css.danger : ''}`}
  >
    {icon === undefined ? null : <Icon name={icon} size={16} />}
    <span className={`${css.text} fill`}>
      {label}
      {hint === undefined ? null : <span className={`${css.hint} hint`}>{hint}</span>}
    </span>
    {keys === undefined ? null : <kbd className={css.keys}>{keys}</kbd>}
    {isCurrent ? (
      <span className={css.current}>
        <Icon name="check" size={16} />
      </span>
    ) : null}
  </AriaMenuItem>
)

export const MenuSection = ({ label, children }: { label: string; children: ReactNode }) => (
  <AriaMenuSection>
    <Header className={`${css.header} fine`}>{label}</Header>
    {children}
  </AriaMenuSection>
)

export const MenuLine = () => <Separator className={css.line ?? ''} />
