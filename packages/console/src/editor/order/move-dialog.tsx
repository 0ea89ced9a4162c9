import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { t } from '../../words/words.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import { moveTo } from './edits.ts'

type Props = { keys: ReadonlySet<string>; onClose(): void }

/** A place by its number, counted from 1. */
export default function MoveDialog({ keys, onClose }: Props) {
  const editing = useEditing()
  const items = useEdited(({ copy }) => copy.mine.items)
  const first = items.findIndex(({ key }) => keys.has(key)) + 1
  const last = items.length - keys.size + 1
  const [text, setText] = useState(String(first))
  const place = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  const isRight = place >= 1 && place <= last
  const move = () => {
    if (!isRight) return
    editing.change(moveTo(keys, place - 1), 'move')
    onClose()
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button look="primary" isDisabled={!isRight} onPress={move}>
        {t('Move')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('{count, plural, one {Move the picture} other {Move # pictures}}', {
        count: keys.size,
      })}
      onClose={onClose}
      actions={actions}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          move()
        }}
      >
        <TextField
          label={t('Position')}
          value={text}
          onChange={setText}
          inputMode="numeric"
          autoFocus
          hint={t('From 1 to {last}', { last })}
          problem={isRight ? undefined : t('A number from 1 to {last}', { last })}
        />
      </form>
    </Dialog>
  )
}
