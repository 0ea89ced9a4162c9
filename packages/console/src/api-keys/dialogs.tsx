import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { type ApiKey, refreshKeys } from '../server/api-keys.ts'
import { t } from '../words/words.ts'
import { revokeKey } from './commands.ts'
import { ChangeKey, CreateKey } from './key-form.tsx'
import { Rotation } from './rotation.tsx'

export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'change' | 'rotate' | 'revoke'; apiKey: ApiKey }

type Props = { projectId: string; dialog: KeyDialog; onClose(): void }

export default function Dialogs({ projectId, dialog, onClose }: Props) {
  if (dialog.kind === 'create') return <CreateKey projectId={projectId} onClose={onClose} />
  const { apiKey } = dialog
  if (dialog.kind === 'rotate') return <Rotation apiKey={apiKey} onClose={onClose} />
  if (dialog.kind === 'change') return <ChangeKey apiKey={apiKey} onClose={onClose} />
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
