import { useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { ChangeSheet } from '../publishing/change-sheet.tsx'
import type { ApiKey, CreatedApiKey } from '../server/api-keys.ts'
import { t } from '../words/words.ts'
import { refreshKeys, revokeKey } from './commands.ts'
import { ChangeKeyForm, CreateKeyForm } from './key-form.tsx'
import { Rotation } from './rotation.tsx'
import { SecretDialog } from './secret.tsx'

export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'change' | 'rotate' | 'revoke'; apiKey: ApiKey }

type Props = { projectId: string; dialog: KeyDialog; onClose(): void }

export default function Dialogs({ projectId, dialog, onClose }: Props) {
  if (dialog.kind === 'create') return <Creation projectId={projectId} onClose={onClose} />
  const { apiKey } = dialog
  if (dialog.kind === 'rotate') return <Rotation apiKey={apiKey} onClose={onClose} />
  if (dialog.kind === 'change') {
    return (
      <Dialog title={t('Change {name}', { name: apiKey.name })} isOpen onClose={onClose}>
        <ChangeKeyForm apiKey={apiKey} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ChangeSheet
      title={t('Revoke {name}', { name: apiKey.name })}
      label={t('Revoke')}
      effect="gone"
      change={revokeKey(apiKey)}
      isDanger
      onClose={onClose}
      onSettled={() => void refreshKeys(projectId)}
      done={<p>{t('Nobody can use {prefix}… any more.', { prefix: apiKey.keyPrefix })}</p>}
    >
      <p>
        {t(
          'Pages with the key {prefix}… show no widgets from that moment on. To give sites time for a new key, rotate it instead.',
          { prefix: apiKey.keyPrefix },
        )}
      </p>
    </ChangeSheet>
  )
}

function Creation({ projectId, onClose }: Pick<Props, 'projectId' | 'onClose'>) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  if (created !== null) return <SecretDialog apiKey={created} onClose={onClose} />
  return (
    <Dialog title={t('New key')} isOpen onClose={onClose}>
      <CreateKeyForm projectId={projectId} onCreated={setCreated} onClose={onClose} />
    </Dialog>
  )
}
