import { useState } from 'react'
import { Confirm } from '../controls/dialog.tsx'
import { TextField } from '../controls/text-field.tsx'
import { t } from '../words/words.ts'
import { deleteAccount } from './commands.ts'

export default function DeleteAccount({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState('')
  return (
    <Confirm
      title={t('Delete your account?')}
      label={t('Delete account')}
      isReady={password !== ''}
      onClose={onClose}
      act={() => deleteAccount(password)}
    >
      <p>{t('This cannot be undone. The last owner of an organization hands it over first.')}</p>
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </Confirm>
  )
}
