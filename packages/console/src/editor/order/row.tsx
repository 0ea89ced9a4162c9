import { memo } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { addressOf } from '../../controls/picture.tsx'
import { t } from '../../words/words.ts'
import { useEdited } from '../use-editing.tsx'
import type { Item } from '../working-copy/fields.ts'
import { altTextOf, nameOf } from './names.ts'
import css from './order.module.css'

type Props = { item: Item; onMenu(key: string, anchor: Element): void; isReadOnly: boolean }

/** One picture. It is rendered again only when its own item or asset changes. */
export const Row = memo(function Row({ item, onMenu, isReadOnly }: Props) {
  const asset = useEdited(({ assets }) => assets.get(item.assetId))
  const name = nameOf(item, asset)
  const isMissing = asset !== undefined && altTextOf(item, asset) === null
  return (
    <>
      <span className={css.thumb}>
        {asset ? (
          <img
            src={addressOf(asset, 320)}
            alt=""
            loading="lazy"
            fetchPriority="low"
            draggable={false}
          />
        ) : (
          <Icon name="image" />
        )}
      </span>
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        <span className={css.facts}>
          {isMissing ? <span className={css.missing}>{t('No alt text')}</span> : null}
          {item.link ? (
            <span className={css.link}>
              <Icon name="link" size={12} />
              {item.link.url}
            </span>
          ) : null}
          {!isMissing && !item.link && asset ? `${asset.width} × ${asset.height}` : null}
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
