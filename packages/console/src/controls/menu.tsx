import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import type { ButtonProps } from 'react-aria-components/Button'
import type { PopoverProps } from 'react-aria-components/Popover'
import type { AnchoredMenuProps, ItemProps } from './menu-parts.tsx'
import { onDemand } from './on-demand.tsx'

const menu = onDemand(
  () => import('./menu-parts.tsx'),
  (parts) => parts.AnchoredMenu,
)

/** A menu of a row, rendered beside the list: the row may be rendered again while it is open. */
export const AnchoredMenu = (props: AnchoredMenuProps) =>
  props.anchor === null ? null : <menu.Shown {...props} />

type Props = {
  label: string
  /** The button that opens it. */
  trigger: ReactElement<ButtonProps>
  children: ReactNode
  placement?: PopoverProps['placement']
  search?: string | undefined
}

export function Menu({ label, trigger, children, placement, search }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onPress: ({ target }) => setAnchor(target),
    onHoverStart: () => void menu.load(),
    onKeyDown: (event) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setAnchor(event.currentTarget)
      else event.continuePropagation()
    },
  })
  return (
    <>
      {button}
      <AnchoredMenu
        label={label}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        {...(placement && { placement })}
        {...(search && { search })}
      >
        {children}
      </AnchoredMenu>
    </>
  )
}

export function MenuItem(props: ItemProps) {
  const Part = menu.parts().MenuItem
  return <Part {...props} />
}

export function MenuSection(props: { label: string; children: ReactNode }) {
  const Part = menu.parts().MenuSection
  return <Part {...props} />
}

export function MenuLine() {
  const Part = menu.parts().MenuLine
  return <Part />
}
