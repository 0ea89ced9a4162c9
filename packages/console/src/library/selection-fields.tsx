import { useState } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { AssetChange } from '../server/assets.ts'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { Refusal } from '../server/refusal.ts'
import { t } from '../words/words.ts'
import { tagsOf } from './tags.ts'

type Props<Value> = { act(value: Value): Promise<unknown>; onClose(): void }

/** Tags that the selected pictures get beside their own. */
export function TagFields({ act, onClose }: Props<string[]>) {
  const form = useForm({
    fields: ['tags'],
    wordsOf,
    problemsOf,
    send: async ({ tags = '' }) => {
      await act(tagsOf(tags))
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField label={t('Tags')} name="tags" autoFocus hint={t('Separated by commas.')} />
      <FormActions form={form} label={t('Add')} onCancel={onClose} />
    </Form>
  )
}

type AltText = Required<Pick<AssetChange, 'altText' | 'decorative'>>

/** One text for all selected pictures, or none because they are decorative. */
export function AltTextFields({ count, act, onClose }: Props<AltText> & { count: number }) {
  const [isDecorative, setDecorative] = useState(false)
  const form = useForm({
    fields: ['altText'],
    wordsOf,
    problemsOf,
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
    <Form form={form}>
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
      <FormActions form={form} label={t('Save')} onCancel={onClose} />
    </Form>
  )
}
