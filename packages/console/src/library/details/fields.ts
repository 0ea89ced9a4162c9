import type { Shown } from '../../controls/reconcile.ts'
import type { AssetChange } from '../../server/assets.ts'
import type { Folder } from '../../server/folders.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import { tagsOf } from '../tags.ts'

export const noFolder = 'none'

/** The edited fields of a picture. */
export type Fields = { altText: string; decorative: boolean; tags: string; folder: string }

export const fieldsOf = ({ altText, decorative, tags, folderId }: Asset): Fields => ({
  altText: altText ?? '',
  decorative,
  tags: tags.join(', '),
  folder: folderId ?? noFolder,
})

/** The fields that differ. The others are not sent, so changes by other people are kept. */
export function changeOf(asset: Asset, { altText, decorative, tags, folder }: Fields): AssetChange {
  const change: AssetChange = {}
  const text = decorative || altText.trim() === '' ? null : altText.trim()
  if (text !== asset.altText) change.altText = text
  if (decorative !== asset.decorative) change.decorative = decorative
  const list = tagsOf(tags)
  if (list.join('\n') !== asset.tags.join('\n')) change.tags = list
  const folderId = folder === noFolder ? null : folder
  if (folderId !== asset.folderId) change.folderId = folderId
  return change
}

const decorativeIs = { true: 'yes', false: '' } as const

/** The fields as texts, to be compared one by one. */
export const valuesOf = ({ altText, decorative, tags, folder }: Fields) => ({
  altText,
  tags,
  folder,
  decorative: decorativeIs[`${decorative}`],
})

export const withValue = (fields: Fields, name: string, value: string): Fields =>
  name === 'decorative' ? { ...fields, decorative: value !== '' } : { ...fields, [name]: value }

export function shownOf(asset: Asset, folders: readonly Folder[]): Shown[] {
  const { altText, tags, folder, decorative } = valuesOf(fieldsOf(asset))
  const path = folders.find(({ id }) => id === folder)?.path ?? t('No folder')
  return [
    { name: 'altText', label: t('Alt text'), value: altText },
    {
      name: 'decorative',
      label: t('Only decorative'),
      value: decorative,
      words: decorative === '' ? t('no') : t('yes'),
    },
    { name: 'tags', label: t('Tags'), value: tags },
    { name: 'folder', label: t('Folder'), value: folder, words: path },
  ]
}
