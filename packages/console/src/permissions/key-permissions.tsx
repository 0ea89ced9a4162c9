import { Choices } from '../controls/choices.tsx'
import { t } from '../words/words.ts'
import { type KeyPermissions, keyPermissionsHint, keyPermissionsName } from './key-words.ts'

const all: readonly KeyPermissions[] = ['READ', 'READ_WRITE']

type Props = { value: KeyPermissions; onChange(permissions: KeyPermissions): void }

/** The permissions of a new key, with a sentence about each. They cannot be changed later. */
export const KeyPermissionsChoice = ({ value, onChange }: Props) => (
  <Choices
    label={t('What the key permits')}
    choices={all.map((id) => ({
      id,
      label: keyPermissionsName(id),
      hint: keyPermissionsHint(id),
    }))}
    value={value}
    onChange={onChange}
  />
)
