import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Checkbox } from '../../controls/checkbox.tsx'
import { Notice } from '../../controls/notice.tsx'
import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { toast } from '../../controls/toast.tsx'
import { wordsOf } from '../../server/error-words.ts'
import { queries } from '../../server/queries.ts'
import { say } from '../../words/words.ts'
import { type AssetChange, updateAsset } from '../commands.ts'
import { type Asset, foldersQuery } from '../queries.ts'
import { tagsOf } from '../tags.ts'
import css from './details.module.css'

const noFolder = 'none'

/** The edited fields of a picture, and saving those that differ. */
function useFields(asset: Asset) {
  const [fields, setFields] = useState<Fields>(() => fieldsOf(asset))
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const change = changeOf(asset, fields)
  const isChanged = Object.keys(change).length > 0
  const save = async () => {
    setPending(true)
    setError(null)
    try {
      await updateAsset(asset, change)
      toast(say('Saved.'))
    } catch (problem) {
      setError(problem)
    } finally {
      setPending(false)
    }
  }
  const set = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }))
  return { fields, set, isChanged, isPending, error, save }
}

/** The editable fields of a picture. */
export function Texts({ asset, isReadOnly }: { asset: Asset; isReadOnly: boolean }) {
  const { fields, set, isChanged, isPending, error, save } = useFields(asset)
  const { altText, decorative, tags, folder } = fields
  const { data: folders = [] } = useQuery(foldersQuery(asset.projectId))
  const reload = () => queries.invalidateQueries({ queryKey: ['assets', asset.projectId] })
  return (
    <form
      className={css.texts}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !isPending) void save()
      }}
    >
      <TextField
        label={say('Alt text')}
        value={decorative ? '' : altText}
        onChange={(value) => set({ altText: value })}
        rows={3}
        isReadOnly={isReadOnly}
        isDisabled={decorative}
        hint={say('What somebody misses who does not see the picture.')}
      />
      <Checkbox
        isSelected={decorative}
        onChange={(value) => set({ decorative: value })}
        isReadOnly={isReadOnly}
        hint={say('It needs no text, and screen readers pass over it.')}
      >
        {say('Only decorative')}
      </Checkbox>
      <TextField
        label={say('Tags')}
        value={tags}
        onChange={(value) => set({ tags: value })}
        isReadOnly={isReadOnly}
        hint={say('Separated by commas.')}
      />
      <Select
        label={say('Folder')}
        options={[
          { id: noFolder, label: say('No folder') },
          ...folders.map(({ id, path }) => ({ id, label: path })),
        ]}
        value={folder}
        onChange={(value) => set({ folder: value })}
        isDisabled={isReadOnly}
      />
      {error === null ? null : (
        <Notice
          tone="bad"
          action={
            <Button size="sm" onPress={() => void reload()}>
              {say('Reload')}
            </Button>
          }
        >
          <span role="alert">{wordsOf(error)}</span>
        </Notice>
      )}
      {isReadOnly ? null : (
        <Button type="submit" look="primary" isDisabled={!isChanged} isPending={isPending}>
          {say('Save')}
        </Button>
      )}
    </form>
  )
}

type Fields = { altText: string; decorative: boolean; tags: string; folder: string }

const fieldsOf = ({ altText, decorative, tags, folderId }: Asset): Fields => ({
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
