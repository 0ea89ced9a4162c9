import { useState } from 'react'
import { Confirm } from '../controls/dialog.tsx'
import { TextField } from '../controls/text-field.tsx'
import { wordsOf } from '../server/error-words.ts'
import { say } from '../words/words.ts'
import { deleteAccount } from './commands.ts'

export default function DeleteAccount({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState('')
  return (
    <Confirm
      title={say('Delete your account?')}
      label={say('Delete account')}
      isOpen
      isReady={password !== ''}
      onClose={onClose}
      act={() => deleteAccount(password)}
      wordsOf={wordsOf}
    >
      <p>{say('This cannot be undone. The last owner of an organization hands it over first.')}</p>
      <TextField
        label={say('Password')}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </Confirm>
  )
}
