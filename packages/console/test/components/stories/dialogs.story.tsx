import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../src/controls/button.tsx'
import { Confirm, Dialog } from '../../../src/controls/dialog.tsx'
import { Menu, MenuItem } from '../../../src/controls/menu.tsx'
import { ShownOnce } from '../../../src/controls/secret.tsx'
import { TextField } from '../../../src/controls/text-field.tsx'
import { TypedConfirm } from '../../../src/controls/typed-confirm.tsx'
import { InvitationLink } from '../../../src/members/invitation-link.tsx'
import Shortcuts from '../../../src/shell/shortcuts.tsx'
import { Refusal } from '../../../src/words/errors.ts'
import { Heard } from './heard.tsx'

type OpenerProps = {
  label: string
  children(close: () => void, hear: (words: string) => void): ReactNode
}

/** A button of the page, and the dialog that it opens. */
function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Heard>
      {(hear) => (
        <>
          <Button onPress={() => setOpen(true)}>{label}</Button>
          {isOpen ? children(() => setOpen(false), hear) : null}
        </>
      )}
    </Heard>
  )
}

export const dialog = (
  <Opener label="Rename">
    {(close, hear) => (
      <Dialog
        title="Rename the folder"
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button look="primary" onPress={() => hear('saved')}>
              Save
            </Button>
          </>
        }
      >
        <TextField label="Name" autoFocus defaultValue="Coast" />
        <IconButton icon="refresh" label="Former name" />
        <Menu label="More" trigger={<IconButton icon="more" label="More about Coast" />}>
          <MenuItem label="Duplicate" onAction={() => hear('duplicated')} />
        </Menu>
      </Dialog>
    )}
  </Opener>
)

/** Refused at first, as by a service that is busy. */
function Deletion({ onClose, hear }: { onClose(): void; hear(words: string): void }) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Confirm
      title="Delete the preset?"
      label="Delete preset"
      onClose={onClose}
      act={async () => {
        setAttempt(attempt + 1)
        if (attempt === 0) throw new Refusal('The service is busy. Try again.')
        hear('deleted')
      }}
    >
      <p>Addresses with ?preset=card show no picture any more.</p>
    </Confirm>
  )
}

export const confirmation = (
  <Opener label="Delete preset card">
    {(close, hear) => <Deletion onClose={close} hear={hear} />}
  </Opener>
)

/** Never answered. */
export const slowConfirmation = (
  <Opener label="Revoke">
    {(close, hear) => (
      <Confirm
        title="Revoke the key?"
        label="Revoke key"
        look="primary"
        onClose={close}
        act={() => {
          hear('revoked')
          return new Promise(() => undefined)
        }}
      >
        <p>Sites with it show no pictures any more.</p>
      </Confirm>
    )}
  </Opener>
)

export const typedConfirmation = (
  <Opener label="Delete project">
    {(close, hear) => (
      <TypedConfirm
        title="Delete the project?"
        name="Summer 2026"
        label="Delete for ever"
        onClose={close}
        act={async () => hear('deleted')}
      >
        <p>412 pictures and 8 widgets go, 3 of them live.</p>
      </TypedConfirm>
    )}
  </Opener>
)

export const longTypedConfirmation = (
  <Opener label="Delete organization">
    {(close) => (
      <TypedConfirm
        title="Delete the organization?"
        name={'x'.repeat(200)}
        label="Delete organization"
        onClose={close}
        act={async () => undefined}
      >
        <p>{`Everything in ${'x'.repeat(200)} is deleted.`}</p>
      </TypedConfirm>
    )}
  </Opener>
)

const paragraphs = Array.from({ length: 40 }, (_, index) => `Picture ${index + 1} of the widget`)

export const longDialog = (
  <Opener label="Show all">
    {(close) => (
      <Dialog
        title={'Donaudampfschifffahrt'.repeat(6)}
        width="lg"
        onClose={close}
        actions={<Button onPress={close}>Done</Button>}
      >
        {paragraphs.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </Dialog>
    )}
  </Opener>
)

export const shortcuts = (
  <Opener label="Show the keys">{(close) => <Shortcuts onClose={close} />}</Opener>
)

const invitation = {
  id: '0f6f6a3e-0000-4000-8000-000000000000',
  email: 'grace@museum.example',
  role: 'EDITOR',
  token: 'q3Vn7x-token of the invitation',
  mailed: false,
  invitedById: null,
  createdAt: '2026-11-24T10:00:00',
  expiresAt: '2026-12-01T10:00:00',
} as const

export const invitationLink = (
  <Opener label="Invite again">
    {(close) => <InvitationLink invitation={invitation} until="1 Dec 2026" onClose={close} />}
  </Opener>
)

export const signingKey = (
  <Opener label="New key">
    {(close) => (
      <ShownOnce
        title="Copy the secret now"
        warning="It is shown this once, and belongs on servers alone."
        label="Secret of sk_2f9"
        value="c2VjcmV0LW9mLWEta2V5"
        close="I have copied it"
        onClose={close}
      />
    )}
  </Opener>
)
