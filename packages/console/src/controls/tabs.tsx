import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import css from './tabs.module.css'

type Props<Key extends string> = {
  label: string
  tabs: readonly { id: Key; label: string }[]
  value: Key
  onChange(value: Key): void
  /** Of the selected tab. */
  children: ReactNode
}

export const Tabs = <Key extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: Props<Key>) => (
  <AriaTabs
    className={css.tabs ?? ''}
    selectedKey={value}
    onSelectionChange={(key) => onChange(key as Key)}
  >
    <TabList aria-label={label} className={css.list ?? ''}>
      {tabs.map(({ id, label: name }) => (
        <Tab key={id} id={id} className={css.tab ?? ''}>
          {name}
        </Tab>
      ))}
    </TabList>
    <TabPanel id={value} className={css.panel ?? ''}>
      {children}
    </TabPanel>
  </AriaTabs>
)
