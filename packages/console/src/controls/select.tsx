import { Button as AriaButton } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import css from './field.module.css'
import { Icon } from './icon.tsx'
import menu from './menu.module.css'

type Option<Key extends string> = { id: Key; label: string; hint?: string }

type Props<Key extends string> = {
  label: string
  options: readonly Option<Key>[]
  value: Key
  onChange(value: Key): void
  isDisabled?: boolean
}

export const Select = <Key extends string>(props: Props<Key>) => (
  <AriaSelect
    className={css.field ?? ''}
    value={props.value}
    onChange={(key) => props.onChange(key as Key)}
    isDisabled={props.isDisabled ?? false}
  >
    <Label className={css.label ?? ''}>{props.label}</Label>
    <AriaButton className={`${css.select} row-2`}>
      <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
      <Icon name="chevronDown" size={16} />
    </AriaButton>
    <Popover className={menu.popover ?? ''}>
      <ListBox className={menu.menu ?? ''} items={props.options}>
        {({ id, label, hint }) => (
          <ListBoxItem id={id} textValue={label} className={`${menu.item} row-3`}>
            <span className={`${menu.text} fill`}>
              {label}
              {hint === undefined ? null : <span className={`${menu.hint} hint`}>{hint}</span>}
            </span>
            <span className={menu.tick}>
              <Icon name="check" size={16} />
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
)
