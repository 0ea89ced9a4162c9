import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button'
import css from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { tip, useTip } from './use-tip.ts'

export type ButtonLook = 'primary' | 'normal' | 'quiet' | 'danger'

type Look = { look?: ButtonLook; size?: 'sm' | 'md'; icon?: IconName }

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook = 'normal', size: 'sm' | 'md' = 'md'): string =>
  [css.button, css[look], css[size]].join(' ')

type Props = Omit<ButtonProps, 'className' | 'style' | 'children'> & Look & { children: ReactNode }

export const Button = ({ look = 'normal', size = 'md', icon, children, ...props }: Props) => (
  <AriaButton {...props} className={buttonClass(look, size)}>
    {props.isPending ? <span className={`${css.spinner} spinner`} aria-hidden="true" /> : null}
    {icon === undefined || props.isPending ? null : <Icon name={icon} size={16} />}
    <span>{children}</span>
  </AriaButton>
)

type IconButtonProps = Omit<ButtonProps, 'className' | 'style' | 'children'> & {
  icon: IconName
  label: string
  size?: 'sm' | 'md'
  look?: ButtonLook
  /** A number at its corner. */
  badge?: ReactNode
}

/** Its label is shown as a tip. */
export function IconButton({
  icon,
  label,
  size = 'md',
  look = 'quiet',
  badge,
  onHoverStart,
  onKeyDown,
  onPress,
  ...props
}: IconButtonProps) {
  const { anchor, hide, handlers } = useTip()
  return (
    <>
      <AriaButton
        {...props}
        {...handlers}
        onHoverStart={(event) => {
          handlers.onHoverStart(event)
          onHoverStart?.(event)
        }}
        onPress={(event) => {
          hide()
          onPress?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && anchor !== null) hide()
          else event.continuePropagation()
          onKeyDown?.(event)
        }}
        aria-label={label}
        className={`${buttonClass(look, size)} ${css.icon}`}
      >
        <Icon name={icon} size={size === 'sm' ? 16 : 18} />
        {badge}
      </AriaButton>
      {anchor === null ? null : <tip.Shown label={label} anchor={anchor} />}
    </>
  )
}
