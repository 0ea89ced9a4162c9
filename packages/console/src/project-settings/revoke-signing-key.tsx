import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { t } from '../words/words.ts'
import { refreshSigningKeys, revokeSigningKey } from './commands.ts'
import type { SigningKey } from './queries.ts'

type Props = { projectId: string; signingKey: SigningKey; onClose(): void }

export default function RevokeSigningKey({ projectId, signingKey: { id }, onClose }: Props) {
  return (
    <ChangeSheet
      title={t('Revoke the signing key?')}
      label={t('Revoke key')}
      effect="gone"
      change={revokeSigningKey(projectId, id)}
      isDanger
      onClose={onClose}
      onSettled={() => void refreshSigningKeys(projectId)}
      done={<p>{t('Addresses that {id} has signed are refused.', { id })}</p>}
    >
      <p>
        {t(
          'Addresses signed with {id} stop working at once. Switch your code to another key before revoking.',
          {
            id,
          },
        )}
      </p>
    </ChangeSheet>
  )
}
