import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Panel } from '../controls/panel.tsx'
import { say } from '../words/words.ts'

const DeleteAccount = lazy(() => import('./delete-account.tsx'))

export function DangerZone() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      title={say('Delete the account')}
      lead={say(
        'Your memberships, sessions and tokens end. What you made stays with its organization.',
      )}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {say('Delete account')}
        </Button>
      }
    >
      {isOpen ? (
        <Suspense fallback={null}>
          <DeleteAccount onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Panel>
  )
}
