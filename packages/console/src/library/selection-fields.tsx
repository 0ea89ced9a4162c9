import { useState } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { FormDialog, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { AssetChange } from '../server/assets.ts'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { tagsOf } from './tags.ts'

type Props<Value> = { act(value: Value): Promise<unknown>; onClose(): void }

/** Tags that the selected pictures get beside their own. */
export function TagDialog({ act, onClose }: Props<string[]>) {
  const form = useForm({
    fields: ['tags'],
    send: async ({ tags = '' }) => {
      await act(tagsOf(tags))
      onClose()
    },
  })
  return (
    <FormDialog title={t('Add tags')} label={t('Add')} form={form} onClose={onClose}>
      <TextField label={t('Tags')} name="tags" autoFocus hint={t('Separated by commas.')} />
    </FormDialog>
  )
}

type AltText = Required<Pick<AssetChange, 'altText' | 'decorative'>>

/** One text for all selected pictures, or none because they are decorative. */
export function AltTextDialog({ count, act, onClose }: Props<AltText> & { count: number }) {
  const [isDecorative, setDecorative] = useState(false)
  const form = useForm({
    fields: ['altText'],
    send: async ({ altText: text = '' }) => {
      const altText = text.trim()
      if (altText === '' && !isDecorative) {
        throw new Refusal(t('Write a text, or mark the pictures as decorative.'))
      }
      await act({ altText: isDecorative ? null : altText, decorative: isDecorative })
      onClose()
    },
  })
  return (
    <FormDialog title={t('Alt text')} label={t('Save')} form={form} onClose={onClose}>
      <TextField
        label={t('Alt text')}
        name="altText"
        rows={3}
        autoFocus
        isDisabled={isDecorative}
        hint={t(
          '{count, plural, one {It describes the picture to people who do not see it.} other {The same text for all # pictures. It replaces the texts that they have.}}',
          { count },
        )}
      />
      <Checkbox
        isSelected={isDecorative}
        onChange={setDecorative}
        hint={t('They need no text, and screen readers pass over them.')}
      >
        {t('Only decorative')}
      </Checkbox>
    </FormDialog>
  )
}
