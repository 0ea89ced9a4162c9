import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { OfflineReason, useIsOffline } from '../controls/offline.tsx'
import { Select } from '../controls/select.tsx'
import { ProofLine } from '../publishing/proof-line.tsx'
import { useConfirmation } from '../publishing/use-confirmation.ts'
import { type ApiKey, type CreatedApiKey, refreshKeys } from '../server/api-keys.ts'
import { t } from '../words/words.ts'
import { rotateKey } from './commands.ts'
import { SecretDialog } from './secret.tsx'

type Props = { apiKey: ApiKey; onClose(): void }

const [hour, day] = [3600, 86_400]

/** A new key; the old one stays for as long as sites need to take the new one. */
export function Rotation({ apiKey, onClose }: Props) {
  const [overlap, setOverlap] = useState(String(7 * day))
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const { state, send, again } = useConfirmation<CreatedApiKey>()
  const isOffline = useIsOffline()
  const isSending = state.step === 'sending'
  const isStored = state.step === 'failed' && state.isStored
  const rotate = async () => {
    const outcome = await (isStored ? again() : send(rotateKey(apiKey, Number(overlap))))
    void refreshKeys(apiKey.projectId)
    if (outcome?.data) setCreated(outcome.data)
  }
  const proof = <ProofLine state={state} effect="changed" />
  if (created !== null) {
    return (
      <SecretDialog apiKey={created} onClose={onClose}>
        <p>{endWords(apiKey, Number(overlap))}</p>
        {proof}
      </SecretDialog>
    )
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button
        look="primary"
        isPending={isSending}
        isDisabled={isOffline && !isSending}
        onPress={() => void rotate()}
      >
        {isSending ? t('Confirming …') : t('Rotate')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('Rotate {name}', { name: apiKey.name })} onClose={onClose} actions={actions}>
      <p>{t('You get a new key with the same sites. Replace the old one in your pages.')}</p>
      <Select
        label={t('The old key ends')}
        options={[
          { id: '0', label: t('At once') },
          { id: String(hour), label: t('In 1 hour') },
          { id: String(day), label: t('In 1 day') },
          { id: String(7 * day), label: t('In 7 days') },
          { id: String(30 * day), label: t('In 30 days') },
        ]}
        value={overlap}
        onChange={setOverlap}
        isDisabled={isSending}
      />
      {proof}
      {isSending ? null : <OfflineReason />}
    </Dialog>
  )
}

const endWords = ({ keyPrefix: prefix }: ApiKey, overlap: number): string =>
  overlap === 0
    ? t('The old key {prefix}… has ended.', { prefix })
    : t('The old key {prefix}… ends by itself; the list shows when.', { prefix })
