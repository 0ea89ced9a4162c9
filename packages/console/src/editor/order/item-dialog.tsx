import { Button } from '../../controls/button.tsx'
import { Checkbox } from '../../controls/checkbox.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { addressOf } from '../../controls/picture.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useMay } from '../../permissions/permissions.tsx'
import { t } from '../../words/words.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import type { Item, Link } from '../working-copy/fields.ts'
import { editItem } from './edits.ts'
import { isAddress, isWebAddress } from './is-address.ts'
import { nameOf } from './names.ts'
import css from './order.module.css'

type Props = { itemKey: string; onClose(): void }

/** The texts and the link of one picture in this widget. They are part of the working copy at once. */
export default function ItemDialog({ itemKey, onClose }: Props) {
  const editing = useEditing()
  const isReadOnly = !useMay()('updateWidget')
  const item = useEdited(({ copy }) => copy.mine.items.find(({ key }) => key === itemKey))
  const asset = useEdited(({ assets }) => (item ? assets.get(item.assetId) : undefined))
  if (item === undefined) return null
  const set = (change: Partial<Item>, what: string) =>
    editing.change(editItem(itemKey, change), `item.${itemKey}.${what}`)
  return (
    <Dialog
      title={nameOf(item, asset)}
      onClose={onClose}
      width="md"
      actions={
        <Button look="primary" onPress={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <div className={css.item}>
        {asset ? (
          <img
            src={addressOf(asset, 640)}
            alt=""
            width={asset.width}
            height={asset.height}
            className={css.large}
          />
        ) : null}
        <div className={`${css.texts} stack-4`}>
          <TextField
            label={t('Caption')}
            value={item.caption ?? ''}
            isReadOnly={isReadOnly}
            maxLength={1000}
            onChange={(text) => set({ caption: text === '' ? null : text }, 'caption')}
            hint={t('Without one, the alt text is the caption.')}
          />
          <TextField
            label={t('Alt text in this widget')}
            value={item.altText ?? ''}
            isReadOnly={isReadOnly}
            rows={2}
            maxLength={2000}
            placeholder={asset?.altText ?? ''}
            onChange={(text) => set({ altText: text === '' ? null : text }, 'altText')}
            hint={
              asset?.altText
                ? t('Otherwise that of the library: {text}', { text: asset.altText })
                : t('The library has none for this picture.')
            }
          />
          <LinkFields
            link={item.link}
            isReadOnly={isReadOnly}
            onChange={(next, what) => set({ link: next }, what)}
          />
          <TextField
            label={t('Video')}
            value={item.video?.url ?? ''}
            isReadOnly={isReadOnly}
            maxLength={2000}
            placeholder="https://"
            onChange={(text) => {
              const url = text.trim()
              set({ video: url === '' ? null : { url } }, 'video')
            }}
            hint={t(
              'The page of a video. The picture gets a play sign, and leads there instead of the link.',
            )}
            problem={
              item.video === null || isWebAddress(item.video.url)
                ? undefined
                : t('It begins with https:// or http://')
            }
          />
        </div>
      </div>
    </Dialog>
  )
}

type LinkProps = {
  link: Link | null
  isReadOnly: boolean
  onChange(link: Link | null, what: string): void
}

function LinkFields({ link, isReadOnly, onChange }: LinkProps) {
  const url = link?.url ?? ''
  const newTab = link?.newTab ?? false
  return (
    <>
      <TextField
        label={t('Link')}
        value={url}
        isReadOnly={isReadOnly}
        maxLength={2000}
        placeholder="https://"
        onChange={(text) => {
          onChange(text.trim() === '' ? null : { url: text.trim(), newTab }, 'link')
        }}
        hint={t('A picture with a link is not enlarged on click.')}
        problem={
          url === '' || isAddress(url)
            ? undefined
            : t('It begins with https://, http://, mailto:, tel: or /')
        }
      />
      {link === null ? null : (
        <Checkbox
          isSelected={newTab}
          isReadOnly={isReadOnly}
          onChange={(isNew) => onChange({ url, newTab: isNew }, 'newTab')}
        >
          {t('Open in a new tab')}
        </Checkbox>
      )}
    </>
  )
}
