import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Panel } from '../controls/panel.tsx'
import { t } from '../words/words.ts'

const DeleteAccount = lazy(() => import('./delete-account.tsx'))

export function DangerZone() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      title={t('Delete the account')}
      lead={t(
        'Your memberships, sessions and tokens end. What you made stays with its organization.',
      )}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {t('Delete account')}
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
