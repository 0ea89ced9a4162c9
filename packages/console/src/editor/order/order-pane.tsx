import { memo, useCallback, useState } from 'react'
import { Button, IconButton } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { AnchoredMenu, MenuItem, MenuLine } from '../../controls/menu.tsx'
import { Empty } from '../../controls/notice.tsx'
import { lazyPart } from '../../controls/on-demand.tsx'
import { OrderedList } from '../../controls/ordered-list.tsx'
import { addressOf } from '../../controls/picture.tsx'
import { May, useMay } from '../../permissions/permissions.tsx'
import { t } from '../../words/words.ts'
import { picturesField } from '../problems.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import type { Item } from '../working-copy/fields.ts'
import * as edits from './edits.ts'
import { altTextOf, nameOf } from './names.ts'
import css from './order.module.css'

const Picker = lazyPart(() => import('./picker.tsx'))
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'))
const ItemDialog = lazyPart(() => import('./item-dialog.tsx'))

type Open = { kind: 'pick' } | { kind: 'move'; keys: ReadonlySet<string> } | null

type Props = { opened: string | null; onOpen(key: string | null): void }

/** The pictures in their order. `opened` is the key of the picture whose texts are shown. */
export function OrderPane({ opened, onOpen }: Props) {
  const editing = useEditing()
  const items = useEdited(({ copy }) => copy.mine.items)
  const assets = useEdited((state) => state.assets)
  const isReadOnly = !useMay()('updateWidget')
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<{ key: string; anchor: Element } | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const openMenu = useCallback((key: string, anchor: Element) => setMenu({ key, anchor }), [])
  const name = useCallback((item: Item) => nameOf(item, assets.get(item.assetId)), [assets])
  const isHere = (key: string) => items.some((item) => item.key === key)
  const here = [...selected].every(isHere) ? selected : new Set([...selected].filter(isHere))
  /** A menu of one of the selected ones is about all of them. */
  const meant = menu === null || here.has(menu.key) ? here : new Set([menu.key])
  const remove = (keys: ReadonlySet<string>) => {
    editing.change(edits.remove(keys), 'remove')
    select(new Set())
  }
  return (
    <div className={css.pane}>
      <Head count={items.length} onAdd={() => setOpen({ kind: 'pick' })} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu does the same. */}
      <div
        className={css.list}
        onKeyDown={({ key, target }) => {
          const isInRow = (target as Element).role === 'row'
          if (isInRow && key === 'Delete' && !isReadOnly && here.size > 0) remove(here)
        }}
      >
        <OrderedList
          label={t('Pictures in their order')}
          entries={items}
          nameOf={name}
          row={(item) => <Row item={item} onMenu={openMenu} isReadOnly={isReadOnly} />}
          selected={here}
          onSelect={select}
          onAction={onOpen}
          onMove={(keys, target, side) =>
            editing.change(edits.moveBeside(keys, target, side), 'move')
          }
          isReadOnly={isReadOnly}
          empty={
            <Empty icon="image" title={t('No pictures yet')}>
              {t('Add some from the library.')}
            </Empty>
          }
        />
      </div>
      {here.size > 1 && !isReadOnly ? (
        <Selected
          count={here.size}
          onMove={() => setOpen({ kind: 'move', keys: here })}
          onRemove={() => remove(here)}
        />
      ) : null}
      <RowMenu
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(null)}
        onTexts={() => menu && onOpen(menu.key)}
        onMove={() => setOpen({ kind: 'move', keys: meant })}
        onFront={() => editing.change(edits.moveTo(meant, 0), 'move')}
        onRemove={() => remove(meant)}
      />
      {open?.kind === 'pick' ? <Picker onClose={() => setOpen(null)} /> : null}
      {open?.kind === 'move' ? <MoveDialog keys={open.keys} onClose={() => setOpen(null)} /> : null}
      {opened === null ? null : <ItemDialog itemKey={opened} onClose={() => onOpen(null)} />}
    </div>
  )
}

const Head = ({ count, onAdd }: { count: number; onAdd(): void }) => (
  <header className={`${css.head} row-2`} data-field={picturesField}>
    <h2 className="truncate">{t('Pictures')}</h2>
    <span className={css.count}>{count}</span>
    <May call="updateWidget">
      <Button size="sm" icon="plus" onPress={onAdd}>
        {t('Add pictures')}
      </Button>
    </May>
  </header>
)

type SelectedProps = { count: number; onMove(): void; onRemove(): void }

const Selected = ({ count, onMove, onRemove }: SelectedProps) => (
  <div className={`${css.selection} wrap`}>
    <span className="aside">{t('{count} selected', { count })}</span>
    <Button size="sm" onPress={onMove}>
      {t('Move to position …')}
    </Button>
    <Button size="sm" look="danger" onPress={onRemove}>
      {t('Remove')}
    </Button>
  </div>
)

type RowMenuProps = {
  /** The button of the row; null while it is closed. */
  anchor: Element | null
  onClose(): void
  onTexts(): void
  onMove(): void
  onFront(): void
  onRemove(): void
}

/** The actions for one picture, or for all that are selected. */
const RowMenu = ({ anchor, onClose, onTexts, onMove, onFront, onRemove }: RowMenuProps) => (
  <AnchoredMenu label={t('Actions')} anchor={anchor} onClose={onClose}>
    <MenuItem label={t('Texts and link …')} icon="text" onAction={onTexts} />
    <MenuItem label={t('Move to position …')} icon="arrowRight" onAction={onMove} />
    <MenuItem label={t('Move to the front')} icon="chevronRight" onAction={onFront} />
    <MenuLine />
    <MenuItem label={t('Remove from the widget')} icon="trash" isDanger onAction={onRemove} />
  </AnchoredMenu>
)

type RowProps = { item: Item; onMenu(key: string, anchor: Element): void; isReadOnly: boolean }

/** One picture. It is rendered again only when its own item or asset changes. */
const Row = memo(function Row({ item, onMenu, isReadOnly }: RowProps) {
  const asset = useEdited(({ assets }) => assets.get(item.assetId))
  const name = nameOf(item, asset)
  const leadsTo = item.video?.url ?? item.link?.url
  const isMissing = asset !== undefined && altTextOf(item, asset) === null
  return (
    <>
      <span className={`${css.thumb} center`}>
        {asset ? (
          <img
            src={addressOf(asset, 320)}
            alt=""
            loading="lazy"
            fetchPriority="low"
            draggable={false}
            className="cover"
          />
        ) : (
          <Icon name="image" />
        )}
      </span>
      <span className={`${css.words} fill`}>
        <span className={`${css.name} truncate`}>{name}</span>
        <span className={`${css.facts} fine`}>
          {isMissing ? <span className={css.missing}>{t('No alt text')}</span> : null}
          {leadsTo ? (
            <span className={css.link}>
              <Icon name={item.video ? 'play' : 'link'} size={12} />
              {leadsTo}
            </span>
          ) : null}
          {!isMissing && !leadsTo && asset ? `${asset.width} × ${asset.height}` : null}
        </span>
      </span>
      <IconButton
        icon="more"
        size="sm"
        label={t('Actions for {name}', { name })}
        aria-haspopup="menu"
        isDisabled={isReadOnly}
        onPress={({ target }) => onMenu(item.key, target)}
      />
    </>
  )
})
