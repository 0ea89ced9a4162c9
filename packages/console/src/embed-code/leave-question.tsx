import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { t } from '../words/words.ts'

type Props = { onStay(): void; onLeave(): void }

export default function LeaveQuestion({ onStay, onLeave }: Props) {
  const actions = (
    <>
      <Button onPress={onStay}>{t('Stay')}</Button>
      <Button look="danger" onPress={onLeave}>
        {t('Leave')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('Leave without the key?')}
      role="alertdialog"
      onClose={onStay}
      actions={actions}
    >
      <p>
        {t(
          'You have not copied the code. The key in it cannot be shown again; you would have to create another one.',
        )}
      </p>
    </Dialog>
  )
}
