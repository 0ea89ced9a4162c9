import { useQuery } from '@tanstack/react-query'
import { Button } from '../../controls/button.tsx'
import { Checkbox } from '../../controls/checkbox.tsx'
import { NewsOf } from '../../controls/form.tsx'
import { Notice } from '../../controls/notice.tsx'
import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { foldersQuery } from '../../server/folders.ts'
import { wordsOf } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './details.module.css'
import { noFolder } from './fields.ts'
import { useTexts } from './use-texts.ts'

/** The editable fields of a picture. */
export function Texts({ asset, isReadOnly }: { asset: Asset; isReadOnly: boolean }) {
  const { fields, set, isChanged, isPending, error, save, news } = useTexts(asset)
  const { altText, decorative, tags, folder } = fields
  const { data: folders = [] } = useQuery(foldersQuery(asset.projectId))
  return (
    <form
      className={css.texts}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save()
      }}
    >
      <TextField
        label={t('Alt text')}
        value={decorative ? '' : altText}
        onChange={(value) => set({ altText: value })}
        rows={3}
        isReadOnly={isReadOnly}
        isDisabled={decorative}
        hint={t('Describes the picture to people who do not see it.')}
      />
      <Checkbox
        isSelected={decorative}
        onChange={(value) => set({ decorative: value })}
        isReadOnly={isReadOnly}
        hint={t('It needs no text, and screen readers pass over it.')}
      >
        {t('Only decorative')}
      </Checkbox>
      <TextField
        label={t('Tags')}
        value={tags}
        onChange={(value) => set({ tags: value })}
        isReadOnly={isReadOnly}
        hint={t('Separated by commas.')}
      />
      <Select
        label={t('Folder')}
        options={[
          { id: noFolder, label: t('No folder') },
          ...folders.map(({ id, path }) => ({ id, label: path })),
        ]}
        value={folder}
        onChange={(value) => set({ folder: value })}
        isDisabled={isReadOnly}
      />
      {error === null ? null : (
        <Notice tone="bad">
          <span role="alert">{wordsOf(error)}</span>
        </Notice>
      )}
      <NewsOf form={{ news }} />
      {isReadOnly ? null : (
        <Button type="submit" look="primary" isDisabled={!isChanged} isPending={isPending}>
          {t('Save')}
        </Button>
      )}
    </form>
  )
}
