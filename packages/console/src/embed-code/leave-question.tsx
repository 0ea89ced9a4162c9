import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { say } from '../words/words.ts'

type Props = { onStay(): void; onLeave(): void }

export default function LeaveQuestion({ onStay, onLeave }: Props) {
  const actions = (
    <>
      <Button onPress={onStay}>{say('Stay')}</Button>
      <Button look="danger" onPress={onLeave}>
        {say('Leave')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={say('Leave without the key?')}
      role="alertdialog"
      isOpen
      onClose={onStay}
      actions={actions}
    >
      <p>
        {say(
          'You have not copied the code. The key in it cannot be shown again; you would have to create another one.',
        )}
      </p>
    </Dialog>
  )
}
