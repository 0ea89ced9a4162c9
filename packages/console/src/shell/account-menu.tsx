import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button as AriaButton } from '../controls/bare-button.tsx'
import { initialsOf } from '../controls/initials.ts'
import { Menu, MenuItem, MenuLine, MenuSection } from '../controls/menu.tsx'
import { toastError } from '../controls/toast.tsx'
import { signOut } from '../session/commands.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import css from './shell.module.css'
import { chooseTheme, chosenTheme, type Theme } from './theme.ts'

export function AccountMenu() {
  const { name, email } = useMe()
  const navigate = useNavigate()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  const themes: [Theme, string][] = [
    ['system', t('As the system')],
    ['light', t('Light')],
    ['dark', t('Dark')],
  ]
  const trigger = (
    <AriaButton className={`${css.avatar} center`} aria-label={t('Account of {name}', { name })}>
      <span data-text={initialsOf(name)} />
    </AriaButton>
  )
  return (
    <Menu label={t('Account')} trigger={trigger}>
      <MenuItem
        label={name}
        hint={email}
        icon="user"
        onAction={() => void navigate({ to: '/account' })}
      />
      <MenuLine />
      <MenuSection label={t('Appearance')}>
        {themes.map(([id, label]) => (
          <MenuItem key={id} label={label} isCurrent={theme === id} onAction={() => choose(id)} />
        ))}
      </MenuSection>
      <MenuLine />
      <MenuItem
        label={t('Sign out')}
        icon="logOut"
        onAction={() => void signOut().catch(toastError)}
      />
    </Menu>
  )
}
