import { Choices } from '../controls/choices.tsx'
import type { ApiKey } from '../server/api-keys.ts'
import { say } from '../words/words.ts'

export type KeyPermissions = ApiKey['permissions']

/**
 * A new key gets no more than showing a widget takes. It is in the source of a page, so each visitor can use it; what
 * records events is chosen by the person who wants statistics.
 */
export const leastPermissions: KeyPermissions = 'READ'

export const keyPermissionsName = (permissions: KeyPermissions): string =>
  permissions === 'READ_WRITE' ? say('Shows and counts') : say('Shows')

const keyPermissionsHint = (permissions: KeyPermissions): string =>
  permissions === 'READ_WRITE'
    ? say(
        'Fetches published widgets and records views and clicks of visitors for Analytics. Without cookies.',
      )
    : say('Fetches published widgets. Records nothing, so Analytics stays empty for its sites.')

const all: readonly KeyPermissions[] = ['READ', 'READ_WRITE']

type Props = { value: KeyPermissions; onChange(permissions: KeyPermissions): void }

/** What a new key permits, a sentence about each. It cannot be changed later. */
export const KeyPermissionsChoice = ({ value, onChange }: Props) => (
  <Choices
    label={say('What the key permits')}
    choices={all.map((id) => ({
      id,
      label: keyPermissionsName(id),
      hint: keyPermissionsHint(id),
    }))}
    value={value}
    onChange={onChange}
  />
)
