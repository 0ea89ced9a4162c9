import { type ReactNode, useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { LayoutPicture } from '../../controls/layout-picture.tsx'
import { SearchBox } from '../../controls/search-box.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useMay } from '../../permissions/permissions.tsx'
import { layoutName, layouts } from '../../publishing/layout-words.ts'
import { labelOf } from '../../publishing/setting-words.ts'
import { t } from '../../words/words.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import type { Fields } from '../working-copy/fields.ts'
import { Cards } from './cards.tsx'
import { ContrastLine } from './colour-field.tsx'
import { contrastOf } from './contrast.ts'
import { SettingField } from './field.tsx'
import css from './form.module.css'
import { readColour } from './read-colour.ts'
import { type Setting, settingIn, withValue } from './setting.ts'
import { groups } from './setting-groups.ts'
import { settings } from './settings.ts'
import { ThemePicture } from './theme-picture.tsx'
import { dressed, themeOf, themes } from './themes.ts'

/** Names, layout, and every key of the layout and the theme. */
export function SettingsPane() {
  const editing = useEditing()
  const layout = useEdited(({ copy }) => copy.mine.layout)
  const isReadOnly = !useMay()('updateWidget')
  const known = settings.config[layout]
  const grouped = groups().map((group) => ({
    ...group,
    keys: group.keys.filter((key) => known[key] !== undefined),
    rare: group.rare.filter((key) => known[key] !== undefined),
  }))
  const placed = new Set(grouped.flatMap(({ keys, rare }) => [...keys, ...rare]))
  const rest = Object.keys(known).filter((key) => !placed.has(key))
  const [search, setSearch] = useState('')
  const all = [...grouped, { id: 'rest', label: t('Others'), keys: rest, rare: [] }]
  return (
    <div className={css.form}>
      <div className={css.search}>
        <SearchBox label={t('Find a setting')} value={search} onChange={setSearch} />
      </div>
      <section className={`${css.group} stack-4`}>
        <h3>{t('Layout')}</h3>
        <Cards
          name="layout"
          label={t('Layout')}
          cards={layouts.map((id) => ({
            id,
            label: layoutName(id),
            picture: <LayoutPicture layout={id} />,
          }))}
          value={layout}
          isReadOnly={isReadOnly}
          onChange={(next) => editing.change((mine) => ({ ...mine, layout: next }), 'layout')}
        />
      </section>
      <Themes isReadOnly={isReadOnly} />
      {all.map(({ id, ...group }) => (
        <Group key={id} part="config" {...group} known={known} search={search} />
      ))}
      <Group
        part="theme"
        label={t('Look')}
        keys={themeKeys}
        rare={[]}
        known={settings.theme}
        search={search}
      />
      <Names isReadOnly={isReadOnly} />
    </div>
  )
}

type GroupProps = {
  part: 'config' | 'theme'
  label: string
  keys: readonly string[]
  rare: readonly string[]
  known: Readonly<Record<string, Setting>>
  search: string
}

/** It folds, and so do its rare keys. A search shows the settings whose name has its words, also folded ones. */
function Group({ part, label, keys, rare, known, search }: GroupProps) {
  const words = search.trim().toLowerCase()
  const isFound = (key: string) => labelOf(key).toLowerCase().includes(words)
  const [usual, unusual] = [keys.filter(isFound), rare.filter(isFound)]
  if (usual.length + unusual.length === 0) return null
  const shared = { part, known }
  return (
    <Folding
      label={<h3>{label}</h3>}
      className={css.group}
      isSearched={words !== ''}
      isOpen={keys.length > 0}
      keys={unusual}
      part={part}
    >
      <Keys {...shared} keys={usual} />
      {unusual.length === 0 || keys.length === 0 ? (
        <Keys {...shared} keys={unusual} />
      ) : (
        <Folding
          label={t('More')}
          className={css.more}
          isSearched={words !== ''}
          keys={unusual}
          part={part}
        >
          <Keys {...shared} keys={unusual} />
        </Folding>
      )}
    </Folding>
  )
}

type FoldingProps = {
  part: 'config' | 'theme'
  label: ReactNode
  className: string | undefined
  isSearched: boolean
  isOpen?: boolean
  /** It is open at first if one of these is set. */
  keys: readonly string[]
  children: ReactNode
}

function Folding({ part, label, className, isSearched, keys, children, ...props }: FoldingProps) {
  const values = useEdited(({ copy }) => copy.mine[part])
  const [isOpen, setOpen] = useState(
    props.isOpen || keys.some((key) => settingIn(values, key) !== undefined),
  )
  return (
    <details
      className={className}
      open={isOpen || isSearched}
      onToggle={({ currentTarget }) => {
        if (!isSearched) setOpen(currentTarget.open)
      }}
    >
      <summary className={css.summary}>
        {label}
        <Icon name="chevronDown" size={16} />
      </summary>
      <div className="stack-4">{children}</div>
    </details>
  )
}

type KeysProps = Pick<GroupProps, 'part' | 'keys' | 'known'>

function Keys({ part, keys, known }: KeysProps) {
  const editing = useEditing()
  const values = useEdited(({ copy }) => copy.mine[part])
  const isReadOnly = !useMay()('updateWidget')
  return keys.map((key) => {
    const setting = known[key]
    const contrast = part === 'theme' ? contrastOf(values, key, readColour) : null
    return setting === undefined ? null : (
      <SettingField
        key={key}
        name={key}
        field={`${part}.${key}`}
        setting={setting}
        value={settingIn(values, key)}
        isReadOnly={isReadOnly}
        note={contrast === null ? null : <ContrastLine contrast={contrast} />}
        onChange={(value) =>
          editing.change(
            (mine): Fields => ({ ...mine, [part]: withValue(mine[part], key, value) }),
            `${part}.${key}`,
          )
        }
      />
    )
  })
}

const themeKeys = Object.keys(settings.theme)

/** One click sets all keys of the look; then they can be changed like any others. */
function Themes({ isReadOnly }: { isReadOnly: boolean }) {
  const editing = useEditing()
  const theme = useEdited(({ copy }) => copy.mine.theme)
  const all = themes()
  const choose = (id: string) => {
    const next = all.find((one) => one.id === id)
    if (next === undefined) return
    editing.change((mine) => ({ ...mine, theme: dressed(mine.theme, next, themeKeys) }), 'theme')
  }
  return (
    <section className={`${css.group} stack-4`}>
      <h3>{t('Theme')}</h3>
      <Cards
        name="theme"
        label={t('Theme')}
        cards={all.map(({ id, label, values }) => ({
          id,
          label,
          picture: <ThemePicture values={values} />,
        }))}
        value={themeOf(theme, themeKeys)?.id}
        isReadOnly={isReadOnly}
        onChange={choose}
      />
    </section>
  )
}

function Names({ isReadOnly }: { isReadOnly: boolean }) {
  const editing = useEditing()
  const name = useEdited(({ copy }) => copy.mine.name)
  const slug = useEdited(({ copy }) => copy.mine.slug)
  const base = useEdited(({ copy }) => copy.base.slug)
  return (
    <section className={`${css.group} stack-4`}>
      <h3>{t('Names')}</h3>
      <div data-field="name">
        <TextField
          label={t('Name')}
          value={name}
          isReadOnly={isReadOnly}
          maxLength={200}
          onChange={(next) => editing.change((mine) => ({ ...mine, name: next }), 'name')}
          problem={name.trim() === '' ? t('A widget needs a name.') : undefined}
        />
      </div>
      <div data-field="slug">
        <TextField
          label={t('Slug')}
          value={slug}
          isReadOnly={isReadOnly}
          maxLength={100}
          onChange={(next) => editing.change((mine) => ({ ...mine, slug: next }), 'slug')}
          hint={
            slug === base
              ? t('Lower-case letters, digits and hyphens.')
              : t('Pages with the former name will show nothing.')
          }
          problem={
            /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
              ? undefined
              : t('Lower-case letters and digits, joined by single hyphens.')
          }
        />
      </div>
    </section>
  )
}
